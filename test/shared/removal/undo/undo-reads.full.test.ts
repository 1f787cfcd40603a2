import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Tx } from '../../../../shared/postgres/connect.ts';
import { signChanges } from '../../../../shared/changes/sign-changes.ts';
import { undoWrites } from '../../../../shared/removal/undo/undo-writes.ts';
import { newHousehold } from '../../../helpers/rule-fixtures.ts';
import { rowsRead } from '../../../helpers/rows-read.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const STORED = 3000;
/** Accounts, securities and categories that they are of. */
const KINDS = 50;
const CREATED = 20;
const TABLES = ['trades', 'holdings', 'balances', 'valuations', 'budget_categories'];

describe('what undo reads', () => {
  const database = withDatabase();
  beforeEach(() => database.sql`delete from changes`);

  /** Accounts with trades, holdings, balances and valuations of a security each, and budgets for a category each. */
  const fill = async (tx: Tx, householdId: string): Promise<void> => {
    const series = tx`generate_series(1, ${KINDS}::integer) k`;
    const days = tx`generate_series(1, ${STORED / KINDS}::integer) n`;
    await tx`insert into accounts (household_id, name, currency) select ${householdId}, k, 'EUR' from ${series}`;
    await tx`insert into securities (household_id, ticker, currency) select ${householdId}, k, 'EUR' from ${series}`;
    await tx`insert into categories (household_id, name) select ${householdId}, k from ${series}`;
    const held = tx`
      from accounts a
      join securities s on s.household_id = a.household_id and s.ticker = a.name
      cross join (select date '2015-01-01' + n as day from ${days}) d
      where a.household_id = ${householdId}`;
    await tx`
      insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
      select a.household_id, a.id, s.id, day, 'Buy', 1, 10, -10, 'EUR' ${held}`;
    await tx`
      insert into holdings (household_id, account_id, security_id, date, quantity, price, value, currency)
      select a.household_id, a.id, s.id, day, 1, 10, 10, 'EUR' ${held}`;
    await tx`
      insert into balances (household_id, account_id, date, balance, currency)
      select a.household_id, a.id, day, 10, 'EUR' ${held}`;
    await tx`
      insert into valuations (household_id, account_id, date, amount, currency)
      select a.household_id, a.id, day, 10, 'EUR' ${held}`;
    await tx`
      with budget as (
        insert into budgets (household_id, start_date, end_date, currency)
        select ${householdId}, date '2015-01-01' + n, date '2015-01-01' + n, 'EUR' from ${days}
        returning household_id, id
      )
      insert into budget_categories (household_id, budget_id, category_id, budgeted_spending, currency)
      select b.household_id, b.id, c.id, 10, 'EUR'
      from budget b
      join categories c on c.household_id = b.household_id`;
  };

  for (const whose of ['others', 'the household'])
    it(`is no trade, balance, budget or change of ${whose} that has nothing to do with the import`, async () => {
      const sql = database.sql;
      const householdId = await newHousehold(sql);
      const sourceId = randomUUID();
      const filled = whose === 'others' ? await newHousehold(sql) : householdId;
      await sql.begin(async (tx) => {
        await fill(tx, filled);
        await tx`
          insert into changes (household_id, kind, operation, record_id, before, after, source_id)
          select ${filled}, 'transactions', 'updated', gen_random_uuid(), '{}', '{}', ${randomUUID()}
          from generate_series(1, ${STORED}::integer)`;
      });
      await sql`analyze`;
      await sql.begin(async (tx) => {
        await signChanges(tx, { by: 'import', id: sourceId });
        await tx`
          insert into securities (household_id, ticker, currency)
          select ${householdId}, 'NEW' || n, 'EUR' from generate_series(1, ${CREATED}::integer) n`;
        await tx`
          insert into accounts (household_id, name, currency)
          select ${householdId}, 'New ' || n, 'EUR' from generate_series(1, ${CREATED}::integer) n`;
        await tx`insert into categories (household_id, name) values (${householdId}, 'New')`;
      });
      await sql.begin(async (tx) => {
        const before = await rowsRead(tx, ...TABLES, 'changes');
        const { removed } = await undoWrites(tx, { householdId, sourceId }, new Date());
        expect(removed).to.deep.equal({ securities: CREATED, accounts: CREATED, categories: 1 });
        expect((await rowsRead(tx, ...TABLES, 'changes')) - before).to.be.below(STORED);
      });
    });

  it('is nothing that neither import brought, where records of one use what the other brought', async () => {
    const sql = database.sql;
    const [householdId, others] = [await newHousehold(sql), await newHousehold(sql)];
    const [first, second] = [randomUUID(), randomUUID()];
    const importing = (id: string, write: (tx: Tx) => Promise<unknown>) =>
      sql.begin(async (tx) => {
        await signChanges(tx, { by: 'import', id });
        await write(tx);
      });
    for (const filled of [householdId, others])
      await importing(randomUUID(), (tx) => fill(tx, filled));
    await sql`analyze`;
    await importing(first, async (tx) => {
      await tx`
        insert into accounts (household_id, name, currency)
        select ${householdId}, 'New ' || n, 'EUR' from generate_series(1, ${CREATED}::integer) n`;
      await tx`insert into categories (household_id, name) values (${householdId}, 'New')`;
    });
    await importing(second, async (tx) => {
      await tx`
        insert into balances (household_id, account_id, date, balance, currency)
        select household_id, id, '2025-01-01', 10, 'EUR'
        from accounts
        where household_id = ${householdId} and name like 'New %'`;
      await tx`
        insert into categories (household_id, name, parent_id)
        select household_id, 'Child', id
        from categories
        where household_id = ${householdId} and name = 'New'`;
    });
    const undo = (sourceId: string) =>
      sql.begin(async (tx) => {
        const before = await rowsRead(tx, ...TABLES, 'changes');
        const summary = await undoWrites(tx, { householdId, sourceId }, new Date());
        return { ...summary, read: (await rowsRead(tx, ...TABLES, 'changes')) - before };
      });
    const { kept, read } = await undo(first);
    expect(kept.map(({ reason }) => reason)).to.deep.equal(kept.map(() => 'in_use'));
    expect(read).to.be.below(STORED);
    const { removed } = await undo(second);
    expect(removed).to.deep.equal({ balances: CREATED, accounts: CREATED, categories: 2 });
  });
});
