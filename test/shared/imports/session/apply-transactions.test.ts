import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Sql } from '../../../../shared/postgres/connect.ts';
import { applyTransactions } from '../../../../shared/imports/session/apply-transactions.ts';
import { sessionSource } from '../../../../shared/imports/session/scope.ts';
import { createStages } from '../../../../shared/imports/session/stages.ts';
import { insertHousehold } from '../../../../shared/households/households.ts';
import { storeSession } from '../../../helpers/import-sessions.ts';
import { rowsRead } from '../../../helpers/rows-read.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const NEIGHBOURS = 3000;
const STAGED = 50;
/** Long ids make the index that finds them deeper than one of the household. */
const PREFIX = `Transaction:${'x'.repeat(300)}`;

/** A household with a session, whose account `a` has so many rows of it already. */
async function insertImported(sql: Sql) {
  const { id: householdId } = await insertHousehold(sql, 'Imported');
  const { sessionId } = await storeSession({ sql }, [], householdId);
  const source = sessionSource(sessionId);
  const [account] = await sql<{ id: string }[]>`
    insert into accounts (household_id, name, currency)
    values (${householdId}, 'Account', 'EUR')
    returning id`;
  const accountId = account?.id ?? randomUUID();
  await sql`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    values (${sessionId}, ${householdId}, 'Account', 'a', ${accountId})`;
  await sql`
    insert into transactions (
      household_id, account_id, source, external_id, import_session_id, date, amount, currency, name)
    select ${householdId}, ${accountId}, ${source}, ${PREFIX} || number, ${sessionId}, '2026-01-31', number, 'EUR', 'Shop'
    from generate_series(1, ${NEIGHBOURS}::integer) number`;
  return { householdId, sessionId, source };
}

describe('the transactions of a session', () => {
  const database = withDatabase();

  it('are looked up one by one in a household that the planner’s figures do not know yet', async () => {
    const { sql } = database;
    await insertImported(sql);
    await sql`analyze transactions`;
    const scope = await insertImported(sql);
    const applied = await sql.begin(async (tx) => {
      await createStages(tx);
      await tx`
        insert into stage_transactions (
          line, external_id, account_ref, date, amount, currency, name, kind, excluded, pending, absorbed_pending, extra, locked_attributes,
          rule_attributes, is_split_parent)
        select number, ${PREFIX} || ${NEIGHBOURS - STAGED / 2}::integer + number, 'a', '2026-01-31', number, 'EUR', 'Shop',
          'standard', false, false, false, '{}', '{}', '{}', false
        from generate_series(1, ${STAGED}::integer) number`;
      const before = await rowsRead(tx, 'transactions');
      const { counts } = await applyTransactions(tx, scope);
      return { counts, read: (await rowsRead(tx, 'transactions')) - before };
    });
    expect(applied.counts).to.include({ created: STAGED / 2, updated: STAGED / 2 });
    expect(applied.read).to.be.below(NEIGHBOURS);
  });
});
