import { expect } from 'chai';
import { action, newNamed, newRule, runRules } from '../../helpers/rule-fixtures.ts';
import { rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('a pending transaction that a rule touched', function () {
  const play = withSyncPlay();
  const { database } = play;
  /** A sync at which the bank lists this row. */
  const syncRow = (id: string | null, amount: number, isPending = false) =>
    play.sync([rowsPage([wireRow(id, { amount, isPending, merchant: 'AMZN 1' })])]);

  for (const [title, pendingId] of [
    ['under its own id', 'tx-1'],
    ['after a pending row without an id', null],
  ] as const) {
    it(`posts in place ${title}, and keeps what rule and person did`, async () => {
      const { sql } = database;
      const { householdId } = play.owner;
      const category = await newNamed(sql, 'categories', householdId);
      const tag = await newNamed(sql, 'tags', householdId);
      await newRule(sql, householdId, {
        actions: [
          action('exclude_transaction'),
          action('set_transaction_name', 'Amazon'),
          action('set_transaction_category', category),
          action('set_transaction_tags', tag),
        ],
      });
      const live = async (): Promise<any[]> =>
        sql`
          select id, pending, amount, name, excluded, category_id
          from transactions
          where household_id = ${householdId} and removed_at is null`;

      expect((await syncRow(pendingId, -20, true)).status).to.equal('completed');
      await runRules(database, householdId);
      const [pending] = await live();
      const done = { name: 'Amazon', excluded: true, categoryId: category };
      expect(pending).to.include({ pending: true, ...done });
      await sql`
        update transactions set locked_attributes = '{"notes": "2025-01-01", "excluded": "2025-01-01"}'
        where id = ${pending.id}`;

      expect((await syncRow('tx-1', -20)).status).to.equal('completed');
      const rows = await live();
      expect(rows).to.deep.equal([{ ...pending, pending: false }]);

      // The rules that follow the sync find nothing left to do.
      expect((await runRules(database, householdId)).modified).to.equal(0);
      expect(await live()).to.deep.equal(rows);
    });
  }

  it('a sync that changed something leaves a waiting run of the rules behind', async () => {
    const { householdId } = play.owner;
    await newRule(database.sql, householdId, {});
    await syncRow('tx-2', -1);
    const runs = await database.sql`
      select status, trigger, execution_type
      from rule_runs
      where household_id = ${householdId}`;
    expect(runs).to.deep.equal([{ status: 'queued', trigger: 'sync', executionType: 'scheduled' }]);
    const changed = () => database.sql`
      select t.name
      from rule_work w
      cross join unnest(w.transaction_ids) as noted (id)
      join transactions t on t.id = noted.id
      where w.household_id = ${householdId}`;
    expect(await changed()).to.deep.equal([{ name: 'AMZN 1' }]);
    await database.sql`delete from rule_work`;
    await syncRow('tx-2', -1);
    expect(await changed(), 'a sync that found nothing new').to.have.length(0);
    await syncRow('tx-2', -2);
    expect(await changed()).to.have.length(1);
  });
});
