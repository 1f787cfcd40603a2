import { expect } from 'chai';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import { action, newNamed, newRule, runRules } from '../../helpers/rule-fixtures.ts';
import { withScriptedProvider } from '../../helpers/scripted-provider.ts';
import { createSyncHarness, type SyncHarness } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const ACCOUNTS = [{ id: 1, name: 'Everyday', currency: 'EUR', status: 'ACTIVE' }];
const DAY = new Date().toISOString().slice(0, 10);

describe('a pending transaction that a rule touched', function () {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let harness: SyncHarness;
  let queues: Queues;
  before(async () => {
    harness = createSyncHarness(database, provider.url);
    queues = createQueues(harness.context.config, harness.context.log);
    harness.context.queues = queues;
  });
  after(async () => {
    await queues.close();
  });

  /** What the bank lists at the next sync. */
  const lists = (row: object): void => {
    const transactions = [{ currency: 'EUR', date: DAY, merchant: 'AMZN 1', ...row }];
    const json = { transactions, total: 1 };
    provider.script(ACCOUNTS, [{ path: '/accounts/1/transactions', json, times: 9 }]);
  };

  for (const [title, pendingId] of [
    ['under its own id', 'tx-1'],
    ['after a pending row without an id', null],
  ] as const) {
    it(`posts in place ${title}, and keeps what rule and person did`, async () => {
      const { sql } = database;
      const connection = await harness.connect();
      const { householdId } = connection;
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

      lists({ id: pendingId, amount: -20, isPending: true });
      expect((await harness.sync(connection)).status).to.equal('completed');
      await runRules(database, householdId);
      const [pending] = await live();
      const done = { name: 'Amazon', excluded: true, categoryId: category };
      expect(pending).to.include({ pending: true, ...done });
      await sql`
        update transactions set locked_attributes = '{"notes": "2025-01-01", "excluded": "2025-01-01"}'
        where id = ${pending.id}`;

      lists({ id: 'tx-1', amount: -20, isPending: false });
      harness.clock.set(new Date(harness.clock.now().getTime() + 3_600_000));
      expect((await harness.sync(connection)).status).to.equal('completed');
      const rows = await live();
      expect(rows).to.deep.equal([{ ...pending, pending: false }]);

      // The rules that follow the sync find nothing left to do.
      expect((await runRules(database, householdId)).modified).to.equal(0);
      expect(await live()).to.deep.equal(rows);
    });
  }

  it('a sync that changed something leaves a waiting run of the rules behind', async () => {
    const connection = await harness.connect();
    await newRule(database.sql, connection.householdId, {});
    lists({ id: 'tx-2', amount: -1, isPending: false });
    await harness.sync(connection);
    const runs = await database.sql`
      select status, trigger, execution_type
      from rule_runs
      where household_id = ${connection.householdId}`;
    expect(runs).to.deep.equal([{ status: 'queued', trigger: 'sync', executionType: 'scheduled' }]);
    const changed = () => database.sql`
      select t.name
      from rule_work w
      cross join unnest(w.transaction_ids) as noted (id)
      join transactions t on t.id = noted.id
      where w.household_id = ${connection.householdId}`;
    expect(await changed()).to.deep.equal([{ name: 'AMZN 1' }]);
    await database.sql`delete from rule_work`;
    harness.clock.set(new Date(harness.clock.now().getTime() + 3_600_000));
    await harness.sync(connection);
    expect(await changed(), 'a sync that found nothing new').to.have.length(0);
    lists({ id: 'tx-2', amount: -2, isPending: false });
    harness.clock.set(new Date(harness.clock.now().getTime() + 3_600_000));
    await harness.sync(connection);
    expect(await changed()).to.have.length(1);
  });
});
