import { expect } from 'chai';
import { deleteChangesBefore } from '../../../shared/changes/delete-changes.ts';
import { dissolveTransfers } from '../../../shared/ledger/transaction-removal.ts';
import type { ScheduledTask } from '../../../workers/scheduler/start-tasks.ts';
import { newAccount, newHousehold, newTransaction } from '../../helpers/rule-fixtures.ts';
import { insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { taskOfOld, workerContext } from '../../helpers/worker-context.ts';

const deleteOldSyncs = taskOfOld('syncs');
const deleteOldChanges = taskOfOld('changes');

const NOW = new Date('2026-01-01T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

describe('what is deleted by age', () => {
  const database = withDatabase();
  const clock = createTestClock();
  clock.set(NOW);

  const context = (env: NodeJS.ProcessEnv = {}) => ({
    ...workerContext(database),
    config: database.config({ ...SYNC_ENV, ...env }),
    clock,
  });
  /** Two schedulers at once. */
  const runTwice = async (task: ScheduledTask): Promise<void> => {
    await Promise.all([task.run(context()), task.run(context())]);
  };

  describe('syncs', () => {
    const insertSync = async (
      of: { householdId: string; connectionId: string },
      status: string,
      days: number,
    ): Promise<string> => {
      const at = daysAgo(days);
      const ended = status === 'running' ? null : at;
      const [row] = await database.sql<{ id: string }[]>`
        insert into syncs (household_id, connection_id, trigger, status, deadline_at, created_at, finished_at)
        values (${of.householdId}, ${of.connectionId}, 'scheduled', ${status}, ${at}, ${at}, ${ended})
        returning id`;
      return row!.id;
    };
    const kept = async (connectionId: string): Promise<string[]> => {
      const rows = await database.sql<{ id: string }[]>`
        select id from syncs where connection_id = ${connectionId} order by created_at`;
      return rows.map(({ id }) => id);
    };

    it('the last one of a connection and its last complete one stay, however old', async () => {
      const broken = await insertTestConnection(context(), 'key-of-broken');
      await insertSync(broken, 'completed', 300);
      const complete = await insertSync(broken, 'completed', 200);
      await insertSync(broken, 'failed', 150);
      const failed = await insertSync(broken, 'failed', 120);
      const fresh = await insertTestConnection(context(), 'key-of-fresh');
      await insertSync(fresh, 'completed', 91);
      const young = [
        await insertSync(fresh, 'failed', 89),
        await insertSync(fresh, 'completed', 1),
        await insertSync(fresh, 'running', 0),
      ];
      await deleteOldSyncs.run(context({ RETENTION_SYNC_DAYS: '0' }));
      expect(await kept(broken.connectionId)).to.have.length(4);
      await runTwice(deleteOldSyncs);
      expect(await kept(broken.connectionId)).to.deep.equal([complete, failed]);
      expect(await kept(fresh.connectionId)).to.deep.equal(young);
    });

    it('those that stay do not hide those behind them, and accounts go with their sync', async () => {
      const idle = await insertTestConnection(context(), 'key-of-idle');
      await database.sql`
        with copies as (
          insert into provider_connections (
            household_id, name, credential_key_id, credential_ciphertext, credential_last_four
          )
          select household_id, name, credential_key_id, credential_ciphertext, credential_last_four
          from provider_connections
          cross join generate_series(1, 1200)
          where id = ${idle.connectionId}
          returning household_id, id
        )
        insert into syncs (household_id, connection_id, trigger, status, deadline_at, created_at, finished_at)
        select household_id, id, 'scheduled', 'completed', ${NOW}, ${daysAgo(200)}, ${daysAgo(200)}
        from copies`;
      const old = await insertSync(idle, 'completed', 100);
      const last = await insertSync(idle, 'completed', 99);
      const accountId = await newAccount(database.sql, idle.householdId);
      await database.sql`
        with linked as (
          insert into provider_accounts (household_id, connection_id, provider_account_id, account_id)
          values (${idle.householdId}, ${idle.connectionId}, '1', ${accountId})
          returning id
        )
        insert into sync_accounts (household_id, sync_id, provider_account_id, account_id, position)
        select ${idle.householdId}, sync_id, linked.id, ${accountId}, 1
        from linked, unnest(${[old, last]}::uuid[]) sync_id`;
      await deleteOldSyncs.run(context());
      expect(await kept(idle.connectionId)).to.deep.equal([last]);
      const results = await database.sql<{ syncId: string }[]>`select sync_id from sync_accounts`;
      expect(results.map(({ syncId }) => syncId)).to.deep.equal([last]);
    });
  });

  describe('change logs', () => {
    const logLines = (
      householdId: string,
      transactionId: string,
      lines: { attribute: string; days: number; to?: string }[],
    ) =>
      database.sql`
        insert into changes ${database.sql(
          lines.map(({ attribute, days, to = 'new' }) => ({
            household_id: householdId,
            kind: 'transactions',
            operation: 'updated',
            record_id: transactionId,
            before: { [attribute]: 'standard' },
            after: { [attribute]: to },
            created_at: daysAgo(days),
          })),
        )}`;
    const attributesOf = async (transactionId: string): Promise<string[]> => {
      const rows = await database.sql<{ attribute: string }[]>`
        select attribute
        from changes, json_object_keys(after) attribute
        where record_id = ${transactionId}
        order by id`;
      return rows.map(({ attribute }) => attribute);
    };

    it('lines of transactions go after two years, or after what the setting says', async () => {
      const household = await newHousehold(database.sql);
      const account = await newAccount(database.sql, household);
      const id = await newTransaction(database.sql, household, { account_id: account });
      await logLines(household, id, [
        { attribute: 'name', days: 731 },
        { attribute: 'notes', days: 729 },
        { attribute: 'kind', days: 731 },
      ]);
      await deleteOldChanges.run(context({ RETENTION_CHANGE_DAYS: '740' }));
      expect(await attributesOf(id)).to.have.length(3);
      await runTwice(deleteOldChanges);
      expect(await attributesOf(id)).to.deep.equal(['notes']);
    });

    it('what a side of a transfer was before stays until the transfer is dissolved', async () => {
      const { sql } = database;
      const household = await newHousehold(sql);
      const account = await newAccount(sql, household);
      const other = await newAccount(sql, household);
      const fields = { kind: 'funds_movement' };
      const outflow = await newTransaction(sql, household, { account_id: account, ...fields });
      const inflow = await newTransaction(sql, household, {
        account_id: other,
        amount: '10',
        ...fields,
      });
      await sql`
        insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, matched)
        values (${household}, ${inflow}, ${outflow}, true)`;
      for (const id of [inflow, outflow])
        await logLines(household, id, [
          { attribute: 'name', days: 800 },
          { attribute: 'kind', days: 800, to: 'funds_movement' },
        ]);
      await deleteOldChanges.run(context());
      for (const id of [inflow, outflow]) expect(await attributesOf(id)).to.deep.equal(['kind']);
      await sql.begin((tx) => dissolveTransfers(tx, household, [inflow], NOW));
      const kinds = await sql<{ kind: string }[]>`
        select kind from transactions where household_id = ${household}`;
      expect(kinds.map(({ kind }) => kind)).to.deep.equal(['standard', 'standard']);
    });

    it('the walk continues where the last one was cut off, and starts over at its end', async () => {
      const { sql } = database;
      const household = await newHousehold(sql);
      const account = await newAccount(sql, household);
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1)
        ids.push(await newTransaction(sql, household, { account_id: account }));
      ids.sort();
      await sql`delete from changes`;
      for (const id of ids) await logLines(household, id, [{ attribute: 'name', days: 731 }]);
      const [first] = await sql<{ id: string }[]>`select min(id) as id from changes`;
      const before = daysAgo(730);
      const leg = { limit: 1 };
      const left = async () => (await Promise.all(ids.map(attributesOf))).map((a) => a.length);
      const killed = sql.begin(async (tx) => {
        await deleteChangesBefore(tx, before, leg, NOW);
        throw new Error('killed');
      });
      expect(await killed.catch((error: unknown) => (error as Error).message)).to.equal('killed');
      expect(await left()).to.deep.equal([1, 1, 1]);
      expect(await deleteChangesBefore(sql, before, leg, NOW)).to.deep.equal({
        deleted: 1,
        next: true,
      });
      expect(await left()).to.deep.equal([0, 1, 1]);
      await deleteChangesBefore(sql, before, leg, NOW);
      await sql`
        insert into changes (id, household_id, kind, operation, record_id, before, after, created_at)
        overriding system value
        values (${first!.id}, ${household}, 'transactions', 'updated', ${ids[0]!}, '{"name":"A"}', '{"name":"B"}', ${daysAgo(731)})`;
      const [{ latest }] = await sql<[{ latest: string }]>`
        select xact::text as latest from changes where id = ${first!.id}`;
      expect(await left()).to.deep.equal([1, 0, 1]);
      await deleteOldChanges.run(context());
      expect(await left()).to.deep.equal([1, 0, 0]);
      await deleteOldChanges.run(context());
      expect(await left()).to.deep.equal([0, 0, 0]);
      const [walk] = await sql<{ deletedXact: string }[]>`
        select deleted_xact::text from retention_walks where walked = 'changes'`;
      expect(walk?.deletedXact).to.equal(latest);
    });

    it('lines of other records, and what operators did, go as their settings say', async () => {
      const { sql } = database;
      const household = await newHousehold(sql);
      for (const days of [731, 729]) {
        await sql`
          insert into changes (household_id, kind, operation, record_id, created_at)
          values (${household}, 'tags', 'created', ${household}, ${daysAgo(days)})`;
        await sql`
          insert into operator_actions (at, actor, action, target, result)
          values (${daysAgo(days)}, 'ops', 'pause', 'sync', ${`${days}`})`;
      }
      await runTwice(deleteOldChanges);
      await runTwice(taskOfOld('operator-actions'));
      const lines = await sql<
        { createdAt: Date }[]
      >`select created_at from changes where household_id = ${household} and kind = 'tags'`;
      expect(lines.map(({ createdAt }) => createdAt)).to.deep.equal([daysAgo(729)]);
      const actions = await sql<{ result: string }[]>`select result from operator_actions`;
      expect(actions.map(({ result }) => result)).to.deep.equal(['729']);
    });
  });

  it('what undo needs of an import stays as long as the import can be undone', async () => {
    const { sql } = database;
    const household = await newHousehold(sql);
    const sessionEnded = async (days: number): Promise<string> => {
      const [row] = await sql<{ id: string }[]>`
        insert into import_sessions (household_id, type, status, finished_at)
        values (${household}, 'NativeImport', 'complete', ${daysAgo(days)})
        returning id`;
      await sql`
        insert into changes (household_id, source_id, kind, operation, record_ids, created_at)
        values (${household}, ${row!.id}, 'tags', 'created', '{}', ${daysAgo(100)})`;
      return row!.id;
    };
    // Its first chunks came 100 days ago, but it was complete only later.
    const undoable = await sessionEnded(89);
    await sessionEnded(95);
    for (const days of [89, 93])
      await sql`
        insert into changes (household_id, kind, operation, record_id, cause, created_at)
        values (${household}, 'tags', 'updated', ${household}, 'key', ${daysAgo(days)})`;
    await deleteOldChanges.run(context({ RETENTION_CHANGE_DAYS: '30' }));
    const left = await sql<{ sourceId: string | null; createdAt: Date }[]>`
      select source_id, created_at from changes where household_id = ${household} and kind = 'tags' order by id`;
    expect(left).to.deep.equal([
      { sourceId: undoable, createdAt: daysAgo(100) },
      // A person's edit of what an import may have created.
      { sourceId: null, createdAt: daysAgo(89) },
    ]);
  });
});
