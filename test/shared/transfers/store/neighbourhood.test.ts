import { expect } from 'chai';
import { insertHousehold } from '../../../../shared/households/households.ts';
import {
  readNeighbourhood,
  readTransferContext,
} from '../../../../shared/transfers/store/neighbourhood.ts';
import { readHabits } from '../../../../shared/transfers/store/past-sides.ts';
import { rowsRead } from '../../../helpers/rows-read.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const ACCOUNTS = 10;
const ROWS = 1_000;
const ROLLED_BACK = new Error('rolled back');

describe('reading what transactions may be paired with', () => {
  const database = withDatabase();

  it('never reads all of the household for each, not even while Postgres has no statistics', async () => {
    const { id: householdId } = await insertHousehold(database.sql, 'New');
    const filled = database.sql.begin(async (tx) => {
      await tx`
        insert into accounts (household_id, name, accountable_type, currency)
        select ${householdId}::uuid, 'Account ' || n, 'Depository', 'EUR'
        from generate_series(1, ${ACCOUNTS}) n`;
      // Not committed, so that no autovacuum makes statistics of them.
      await tx`
        insert into transactions (household_id, account_id, date, amount, currency, name, source)
        select ${householdId}::uuid, a.id, date '2025-01-01' + n, case when n % 2 = 0 then n else 1 - n end, 'EUR', 'Row', 'manual'
        from generate_series(1, ${ROWS / ACCOUNTS}) n
        cross join accounts a
        where a.household_id = ${householdId}`;
      const ids = await tx<{ id: string }[]>`
        select id
        from transactions
        where household_id = ${householdId}`;
      const before = await rowsRead(tx, 'transactions');
      const context = await readTransferContext(tx, householdId);
      const found = await readNeighbourhood(
        tx,
        context,
        ids.map(({ id }) => id),
        () => readHabits(tx, context),
      );
      expect(found.pairs).not.to.have.length(0);
      expect((await rowsRead(tx, 'transactions')) - before).to.be.below(ROWS * ROWS);
      throw ROLLED_BACK;
    });
    const end: unknown = await filled.catch((error: unknown) => error);
    expect(end).to.equal(ROLLED_BACK);
  });
});
