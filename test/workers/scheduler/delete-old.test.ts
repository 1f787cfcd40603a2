import { expect } from 'chai';
import { deleteTransactionChangesBefore } from '../../../shared/changes/transaction-changes.ts';
import { dissolveTransfers } from '../../../shared/ledger/transaction-removal.ts';
import {
  deleteOldOperatorActions,
  deleteOldRecordChanges,
  deleteOldSyncs,
  deleteOldTransactionChanges,
  deleteOldUndoJournals,
} from '../../../workers/scheduler/delete-old.ts';
import type { ScheduledTask } from '../../../workers/scheduler/start-tasks.ts';
import {
  newAccount,
  newHousehold,
  newTransaction,
  workerContext,
} from '../../helpers/rule-fixtures.ts';
import { insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';

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
        insert into transaction_changes ${database.sql(
          lines.map(({ attribute, days, to = 'new' }) => ({
            household_id: householdId,
            transaction_id: transactionId,
            attribute,
            source: 'user',
            old_value: 'standard',
            new_value: to,
            created_at: daysAgo(days),
          })),
        )}`;
    const attributesOf = async (transactionId: string): Promise<string[]> => {
      const rows = await database.sql<{ attribute: string }[]>`
        select attribute from transaction_changes where transaction_id = ${transactionId} order by id`;
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
      await deleteOldTransactionChanges.run(context({ RETENTION_CHANGE_DAYS: '740' }));
      expect(await attributesOf(id)).to.have.length(3);
      await runTwice(deleteOldTransactionChanges);
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
      await deleteOldTransactionChanges.run(context());
      for (const id of [inflow, outflow]) expect(await attributesOf(id)).to.deep.equal(['kind']);
      await sql.begin((tx) => dissolveTransfers(tx, household, [inflow], NOW));
      const kinds = await sql<{ kind: string }[]>`
        select kind from transactions where household_id = ${household}`;
      expect(kinds.map(({ kind }) => kind)).to.deep.equal(['standard', 'standard']);
    });

    it('the walk goes on where the last one was cut off, and begins anew at its end', async () => {
      const { sql } = database;
      await sql`delete from transaction_changes`;
      const household = await newHousehold(sql);
      const account = await newAccount(sql, household);
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1)
        ids.push(await newTransaction(sql, household, { account_id: account }));
      ids.sort();
      for (const id of ids) await logLines(household, id, [{ attribute: 'name', days: 731 }]);
      const before = daysAgo(730);
      const leg = { limit: 1 };
      const left = async () => (await Promise.all(ids.map(attributesOf))).map((a) => a.length);
      const killed = sql.begin(async (tx) => {
        await deleteTransactionChangesBefore(tx, before, leg);
        throw new Error('killed');
      });
      expect(await killed.catch((error: unknown) => (error as Error).message)).to.equal('killed');
      expect(await left()).to.deep.equal([1, 1, 1]);
      expect(await deleteTransactionChangesBefore(sql, before, leg)).to.deep.equal({
        deleted: 1,
        next: true,
      });
      expect(await left()).to.deep.equal([0, 1, 1]);
      await deleteTransactionChangesBefore(sql, before, leg);
      await logLines(household, ids[0]!, [{ attribute: 'name', days: 731 }]);
      expect(await left()).to.deep.equal([1, 0, 1]);
      await deleteOldTransactionChanges.run(context());
      expect(await left()).to.deep.equal([1, 0, 0]);
      await deleteOldTransactionChanges.run(context());
      expect(await left()).to.deep.equal([0, 0, 0]);
    });

    it('lines of other records, and what operators did, go as their settings say', async () => {
      const { sql } = database;
      const household = await newHousehold(sql);
      for (const days of [731, 729]) {
        await sql`
          insert into record_changes (household_id, record_type, record_id, action, api_key_id, created_at)
          values (${household}, 'tag', ${household}, 'created', ${household}, ${daysAgo(days)})`;
        await sql`
          insert into operator_actions (at, actor, action, target, result)
          values (${daysAgo(days)}, 'ops', 'pause', 'sync', ${`${days}`})`;
      }
      await runTwice(deleteOldRecordChanges);
      await runTwice(deleteOldOperatorActions);
      const lines = await sql<{ createdAt: Date }[]>`select created_at from record_changes`;
      expect(lines.map(({ createdAt }) => createdAt)).to.deep.equal([daysAgo(729)]);
      const actions = await sql<{ result: string }[]>`select result from operator_actions`;
      expect(actions.map(({ result }) => result)).to.deep.equal(['729']);
    });
  });

  it('the undo journal of an import stays as long as the import can be undone', async () => {
    const { sql } = database;
    const household = await newHousehold(sql);
    const sessionEnded = async (days: number): Promise<string> => {
      const [row] = await sql<{ id: string }[]>`
        insert into import_sessions (household_id, type, status, journaled, finished_at)
        values (${household}, 'NativeImport', 'complete', true, ${daysAgo(days)})
        returning id`;
      await sql`
        insert into undo_journal (household_id, source_id, kind, created_ids, created_at)
        values (${household}, ${row!.id}, 'tags', '{}', ${daysAgo(100)})`;
      return row!.id;
    };
    // Its first chunks came 100 days ago, but it was complete only later.
    const undoable = await sessionEnded(89);
    await sessionEnded(95);
    await runTwice(deleteOldUndoJournals);
    const left = await sql<{ sourceId: string }[]>`select source_id from undo_journal`;
    expect(left.map(({ sourceId }) => sourceId)).to.deep.equal([undoable]);
  });
});
