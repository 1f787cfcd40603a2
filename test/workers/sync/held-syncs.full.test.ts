import { expect } from 'chai';
import { syncConnectionJob } from '../../../shared/queue/runs/kinds.ts';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import { openProvider } from '../../../shared/sync/client/open-provider.ts';
import { providerHost } from '../../../shared/sync/client/settings.ts';
import {
  listReleasedSyncs,
  markHeld,
  markReleased,
} from '../../../shared/sync/store/held-syncs.ts';
import { deleteHold, upsertHold } from '../../../shared/sync/store/holds.ts';
import type { HoldMode, HoldTarget } from '../../../shared/sync/store/holds.ts';
import { findLiveSync, findSync } from '../../../shared/sync/store/syncs.ts';
import type { Sync } from '../../../shared/sync/store/syncs.ts';
import { listOpenCircuits } from '../../../shared/sync/store/provider-circuits.ts';
import { bindJob, runWorker, type RunningWorker } from '../../../workers/frame/run-worker.ts';
import { endStaleSyncs } from '../../../workers/scheduler/end-stale-runs.ts';
import { requeueRuns, wakeHeldSyncs } from '../../../workers/scheduler/requeue-runs.ts';
import { startDueSyncs } from '../../../workers/scheduler/start-due-syncs.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import type { SyncContext } from '../../../workers/sync/sync-scope.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withScriptedProvider } from '../../helpers/scripted-provider.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { LISTED } from '../../helpers/sync-play.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const HOUR_MS = 3_600_000;

describe('syncs that are held back', () => {
  const database = withDatabase();
  const clock = createTestClock();
  const provider = withScriptedProvider();
  let queues: Queues;
  let workers: RunningWorker[];
  let context: SyncContext;
  let keys = 0;

  before(async () => {
    queues = createQueues(database.config(), createCapturedLog().log);
    clock.set(new Date());
    // As two processes: each has a provider's client, and with it a separate circuit.
    const contexts = [1, 2].map(processContext);
    context = contexts[0]!;
    workers = contexts.map((own) => {
      const job = bindJob(syncConnectionJob, (_worker, payload, run) =>
        syncConnection(own, payload, run),
      );
      return runWorker(own, 'sync', [job], 3);
    });
  });
  beforeEach(() => {
    provider.onRequest = null;
    provider.script([LISTED], []);
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await queues.close();
  });

  function processContext(): SyncContext {
    const config = database.config({ ...SYNC_ENV, PROVIDER_BASE_URL: provider.url });
    const { log } = createCapturedLog();
    const own = { config, sql: database.sql, queues, log, clock };
    const sleep = () => Promise.resolve();
    return { ...own, provider: openProvider({ ...own, sleep }) };
  }

  async function begin(household?: string): Promise<Sync> {
    const { sql } = database;
    const owner = await insertTestConnection(context, `key-${keys++}`, household);
    return beginSync(sql, owner, { now: clock.now(), queues });
  }
  const look = async ({ householdId, id }: Sync) =>
    (await findSync(database.sql, householdId, id))!;
  const becomes = (sync: Sync, expected: Partial<Sync>) =>
    eventually(async () => expect(await look(sync)).to.include(expected));
  const waits = async (sync: Sync, expected: Partial<Sync>) => {
    await becomes(sync, expected);
    await eventually(async () =>
      expect(await queues.all()[0]!.getJobState(sync.id)).to.equal('delayed'),
    );
  };
  const hold = (to: HoldTarget, mode: HoldMode) =>
    upsertHold(database.sql, { ...to, mode, actor: 'test' });

  for (const scope of ['household', 'connection', 'provider', 'queue'] as const) {
    it(`a paused ${scope}: its syncs wait without a place, and continue automatically`, async () => {
      const { householdId } = await insertTestConnection(context, 'another-key');
      const owner = await insertTestConnection(context, `key-${keys++}`, householdId);
      const { connectionId } = owner;
      const target = {
        household: householdId,
        connection: connectionId,
        provider: providerHost(context.config),
        queue: 'sync',
      }[scope];
      await hold({ scope, target }, 'pause');
      const { sql } = database;
      const sync = await beginSync(sql, owner, { now: clock.now(), queues });
      await waits(sync, { status: 'queued', heldBy: 'paused' });
      expect(provider.seen).to.have.length(0);

      // Neither the scheduler's claim nor its search for lost runs starts anything.
      await sql`update provider_connections set next_sync_at = ${clock.now()} where household_id = ${householdId}`;
      await sql`update provider_connections set next_sync_at = null where id = ${connectionId} or ${scope === 'connection'}`;
      await startDueSyncs.run(context);
      clock.advance(25 * HOUR_MS);
      await Promise.all([endStaleSyncs, requeueRuns, wakeHeldSyncs].map((t) => t.run(context)));
      const [{ count }] = await sql<[{ count: number }]>`
        select count(*)::integer as count from syncs where household_id = ${householdId}`;
      expect(count).to.equal(1);
      expect(await look(sync)).to.include({ status: 'queued', heldBy: 'paused' });

      if (scope === 'household' || scope === 'connection') {
        const other = await begin();
        await becomes(other, { status: 'completed' });
      }
      expect(await deleteHold(sql, { scope, target })).to.equal(true);
      await wakeHeldSyncs.run(context);
      await becomes(sync, { status: 'completed', heldBy: null });
      const { deadlineAt, createdAt } = await look(sync);
      expect(deadlineAt.getTime() - createdAt.getTime()).to.equal(31 * HOUR_MS);
      await sql`update provider_connections set next_sync_at = null`;
    });
  }

  it('stays held if a worker puts it back while the scheduler is waking it', async () => {
    const { sql } = database;
    const owner = await insertTestConnection(context, `key-${keys++}`);
    const target: HoldTarget = { scope: 'household', target: owner.householdId };
    await hold(target, 'pause');
    const sync = await beginSync(sql, owner, { now: clock.now(), queues });
    await waits(sync, { heldBy: 'paused' });
    await deleteHold(sql, target);
    const asOf = { provider: providerHost(context.config), now: clock.now() };
    const free = await listReleasedSyncs(sql, asOf, 100);
    expect(free.map(({ id }) => id)).to.include(sync.id);
    await markHeld(sql, sync, 'provider_down', clock.now());
    await markReleased(sql, free, clock.now());
    expect(await look(sync)).to.include({ heldBy: 'provider_down' });
    await wakeHeldSyncs.run(context);
    await becomes(sync, { status: 'completed', heldBy: null });
  });

  it('pausing stops a running sync at its next step; draining lets it end, and begins none', async () => {
    for (const mode of ['pause', 'drain'] as const) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      provider.script([LISTED], []);
      provider.onRequest = (path) => (path === '/accounts' ? released : undefined);
      const syncs = [await begin()];
      const sync = syncs[0]!;
      await eventually(() => expect(provider.seen).to.have.length(1));
      const target: HoldTarget = { scope: 'household', target: sync.householdId };
      await hold(target, mode);
      release();
      if (mode === 'drain') {
        await becomes(sync, { status: 'completed' });
        const next = await begin(sync.householdId);
        syncs.push(next);
        await waits(next, { status: 'queued', heldBy: 'paused' });
        expect(await findLiveSync(database.sql, sync.householdId, sync.connectionId)).to.equal(
          null,
        );
      } else await waits(sync, { status: 'running', heldBy: 'paused' });
      await deleteHold(database.sql, target);
      await wakeHeldSyncs.run(context);
      // The next test's provider is down: no answer to a run of this one may say that it is up.
      for (const each of syncs) await becomes(each, { status: 'completed', heldBy: null });
    }
  });

  it('a provider that is down gets one probe a minute, and all continues when it is back', async () => {
    const { sql } = database;
    const down = { path: '/accounts', status: 503, json: {}, times: 10_000 };
    provider.script([LISTED], [down]);
    const syncs: Sync[] = [];
    for (let n = 0; n < 12; n += 1) syncs.push(await begin());
    await eventually(async () => {
      const left = await Promise.all(syncs.map(look));
      expect(
        left.filter(({ finishedAt, heldBy }) => finishedAt === null && heldBy === null),
      ).to.have.length(0);
    });
    const [circuit] = await listOpenCircuits(sql);
    expect(circuit).to.include({ host: providerHost(context.config) });
    const failed = (await Promise.all(syncs.map(look))).filter(({ status }) => status === 'failed');
    // Those that failed before five had failed in a row; all others wait.
    expect(failed.length).to.be.within(1, 5);
    const held = syncs.filter(({ id }) => !failed.some((each) => each.id === id));
    for (const sync of held) await waits(sync, { heldBy: 'provider_down' });

    for (let minute = 0; minute < 3; minute += 1) {
      provider.seen.length = 0;
      await wakeHeldSyncs.run(context);
      expect(provider.seen, 'before the minute is over').to.have.length(0);
      clock.advance(60_000);
      await Promise.all([wakeHeldSyncs.run(context), wakeHeldSyncs.run(context)]);
      await eventually(() => expect(provider.seen).to.have.length(1));
      for (const sync of held) await waits(sync, { heldBy: 'provider_down' });
      await wakeHeldSyncs.run(context);
      expect(provider.seen).to.have.length(1);
    }
    const tried = await sql<{ failures: number }[]>`
      select failures_in_row as failures from provider_connections
      where id in ${sql(held.map(({ connectionId }) => connectionId))}`;
    expect(new Set(tried.map(({ failures }) => failures))).to.deep.equal(new Set([0]));

    provider.script([LISTED], []);
    clock.advance(60_000);
    await wakeHeldSyncs.run(context);
    await eventually(async () => expect(await listOpenCircuits(sql)).to.deep.equal([]));
    await wakeHeldSyncs.run(context);
    for (const sync of held) await becomes(sync, { status: 'completed' });
    for (const sync of held) {
      const job = await queues.all()[0]!.getJob(sync.id);
      expect(job!.attemptsMade).to.be.at.most(1);
    }
  });

  it('a provider that fails its only key: runs fail and are tried again later, until one goes well', async () => {
    const { sql } = database;
    await sql`update provider_connections set next_sync_at = null`;
    provider.script([LISTED], [{ path: '/accounts', status: 503, json: {}, times: 10_000 }]);
    const sync = await begin();
    const { connectionId } = sync;
    await becomes(sync, { status: 'failed', heldBy: null });
    const connection = async () =>
      (
        await sql`
        select status, status_reason, failures_in_row, next_sync_at
        from provider_connections
        where id = ${connectionId}`
      )[0]!;
    const startNext = async () => {
      const { nextSyncAt } = await connection();
      expect((nextSyncAt as Date).getTime() - clock.now().getTime()).to.be.within(
        HOUR_MS,
        2 * HOUR_MS,
      );
      clock.set(nextSyncAt as Date);
      await startDueSyncs.run(context);
    };
    // More than open the circuit where there are several keys.
    for (let failures = 1; failures < 7; failures += 1) {
      expect(await connection()).to.include({ status: 'degraded', failuresInRow: failures });
      expect(await listOpenCircuits(sql)).to.deep.equal([]);
      await startNext();
      await eventually(async () =>
        expect(await connection()).to.include({ failuresInRow: failures + 1 }),
      );
    }
    provider.script([LISTED], []);
    await startNext();
    await eventually(async () =>
      expect(await connection()).to.include({
        status: 'good',
        statusReason: null,
        failuresInRow: 0,
      }),
    );
  });

  it('refusals and limits are no reason to think that the provider is down', async () => {
    const statuses = [401, 403, 404, 429, 400, 401, 403];
    const refused = statuses.map((status) => ({ path: '/accounts', status, json: {} }));
    provider.script([LISTED], refused);
    const syncs = [];
    for (const _ of statuses) syncs.push(await begin());
    await eventually(() => expect(provider.seen.length).to.be.at.least(statuses.length));
    expect(await listOpenCircuits(database.sql)).to.deep.equal([]);
  });
});
