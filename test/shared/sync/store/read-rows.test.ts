import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Sql } from '../../../../shared/postgres/connect.ts';
import { insertHousehold } from '../../../../shared/households/households.ts';
import { fillReadRows, markKnownRows } from '../../../../shared/sync/store/read-rows.ts';
import { hasRowsOf } from '../../../../shared/sync/store/read-scope.ts';
import { listStoredPending } from '../../../../shared/sync/store/reconcile-candidates.ts';
import { toLines } from '../../../../shared/sync/store/staged-pages.ts';
import { rowsRead } from '../../../helpers/rows-read.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const NEIGHBOURS = 3000;
const KNOWN = 20;
/** Long ids make the index that finds them deeper than one of the household. */
const PREFIX = 'x'.repeat(300);

/** An account with so many rows of its bank. */
async function insertRows(sql: Sql, householdId: string, count: number): Promise<string> {
  const [account] = await sql<{ id: string }[]>`
    insert into accounts (household_id, name, currency)
    values (${householdId}, 'Account', 'EUR')
    returning id`;
  const id = account?.id ?? '';
  await sql`
    insert into transactions (household_id, account_id, source, external_id, date, amount, currency, name)
    select ${householdId}, ${id}, 'provider', ${PREFIX} || number, '2026-01-31', number, 'EUR', 'Shop'
    from generate_series(1, ${count}::integer) number`;
  return id;
}

function linesOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => ({
    key: `${PREFIX}${index + 1}`,
    hash: '00',
    date: '2026-01-31',
    amount: '1',
    currency: 'EUR',
    name: 'Shop',
    label: 'shop',
    merchant: 'Shop',
    description: null,
    pending: false,
  }));
  return toLines(1, rows);
}

describe('the rows of a read', function () {
  const database = withDatabase();

  it('are looked up one by one in a household that the planner’s figures do not know yet', async () => {
    const { sql } = database;
    const { id: counted } = await insertHousehold(sql, 'Counted');
    await insertRows(sql, counted, NEIGHBOURS);
    await sql`analyze transactions`;
    const { id: householdId } = await insertHousehold(sql, 'Not counted yet');
    await insertRows(sql, householdId, NEIGHBOURS);
    const accountId = await insertRows(sql, householdId, KNOWN);
    const scope = { householdId, accountId, syncAccountId: randomUUID() };
    const found = await sql.begin(async (tx) => {
      await fillReadRows(tx, scope, { staged: false, lastPage: linesOf(10 * KNOWN) });
      const before = await rowsRead(tx, 'transactions');
      const marked = await markKnownRows(tx, scope);
      const isKnown = await hasRowsOf(tx, 'provider', scope);
      const open = await listStoredPending(tx, scope, '2026-01-01');
      return { ...marked, isKnown, open, read: (await rowsRead(tx, 'transactions')) - before };
    });
    expect(found).to.deep.include({ known: KNOWN, isKnown: true, open: [] });
    expect(found.read).to.be.below(NEIGHBOURS);
  });
});
