import { UnrecoverableError } from 'bullmq';
import { expect } from 'chai';
import { syncConnectionJob } from '../../../shared/queue/runs/kinds.ts';
import { selectBackend } from '../../../shared/queue/backend.ts';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import { connect } from '../../../shared/postgres/connect.ts';
import { hold, release } from '../../../shared/operations/operate.ts';
import type { HoldTarget } from '../../../shared/sync/store/holds.ts';
import { findLiveSync, findSync } from '../../../shared/sync/store/syncs.ts';
import { endStaleSyncs } from '../../../workers/scheduler/end-stale-runs.ts';
import { pauseHeldQueues, requeueRuns } from '../../../workers/scheduler/requeue-runs.ts';
import { startTasks } from '../../../workers/scheduler/start-tasks.ts';
import { jobsFinished } from '../../../shared/platform/metrics/series.ts';
import { startDueSyncs } from '../../../workers/scheduler/start-due-syncs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the scheduler’s part in syncs', () => {
  const database = withDatabase();
  const clock = createTestClock();
  let queues: Queues;
  before(() => (queues = createQueues(database.config(), createCapturedLog().log)));
  after(() => queues.close());

  const context = () => {
    const { log } = createCapturedLog();
    return { config: database.config(SYNC_ENV), sql: database.sql, queues, log, clock };
  };

  /** As many connections as are asked for, like the one that is there. */
  const copyConnection = async (id: string, count: number): Promise<void> => {
    await database.sql`
      insert into provider_connections (
        household_id, name, credential_key_id, credential_ciphertext, credential_last_four
      )
      select household_id, name, credential_key_id, credential_ciphertext, credential_last_four
      from provider_connections
      cross join generate_series(1, ${count})
      where id = ${id}`;
  };

  it('starts each due connection once, from several schedulers at once', async () => {
    clock.set(new Date());
    const due = await insertTestConnection(context(), 'key-of-due-connection');
    const later = await insertTestConnection(context(), 'key-of-later-connection');
    await database.sql`
      update provider_connections
      set next_sync_at = ${clock.now()}::timestamptz
        + case when id = ${later.connectionId} then interval '1 hour' else interval '0' end`;
    await Promise.all([1, 2, 3].map(() => startDueSyncs.run(context())));
    const sync = await findLiveSync(database.sql, due.householdId, due.connectionId);
    expect(sync).to.include({ trigger: 'scheduled', status: 'queued' });
    expect(await queues.isPending('sync', sync!.id)).to.equal(true);
    expect(await findLiveSync(database.sql, later.householdId, later.connectionId)).to.equal(null);
    expect(await database.sql`select 1 from syncs`).to.have.length(1);
  });

  it('starts what is due in batches, each connection at its own time afterwards', async () => {
    clock.set(new Date());
    const owner = await insertTestConnection(context(), 'key-of-many-connections');
    await copyConnection(owner.connectionId, 1200);
    await database.sql`update provider_connections set next_sync_at = ${clock.now()}`;
    await beginSync(database.sql, owner, { now: clock.now() });
    await Promise.all([startDueSyncs.run(context()), startDueSyncs.run(context())]);
    const syncs = await database.sql<{ id: string; connectionId: string; ahead: number }[]>`
      select id, connection_id, ahead
      from syncs
      where household_id = ${owner.householdId} and trigger = 'scheduled'`;
    expect(new Set(syncs.map((sync) => sync.connectionId)).size).to.equal(1200);
    expect(await queues.isPending('sync', syncs.at(-1)!.id)).to.equal(true);
    // Behind the manual one, and those of a batch behind each other.
    const ahead = new Set(syncs.map((sync) => sync.ahead));
    expect(ahead.has(0)).to.equal(false);
    expect(ahead.size).to.be.at.least(500);
    const [next] = await database.sql<{ first: Date; last: Date; times: number }[]>`
      select min(next_sync_at) as first,
        max(next_sync_at) as last,
        count(distinct next_sync_at)::integer as times
      from provider_connections
      where household_id = ${owner.householdId}`;
    expect(next!.times).to.be.above(1100);
    expect(next!.first.getTime()).to.be.above(clock.now().getTime() + 17 * 3_600_000);
    expect(next!.last.getTime()).to.be.below(clock.now().getTime() + 31 * 3_600_000);
  });

  it('finds a run without a job behind many whose jobs wait', async () => {
    clock.set(new Date());
    const owner = await insertTestConnection(context(), 'key-of-a-long-queue');
    await copyConnection(owner.connectionId, 1100);
    await database.sql`
      update provider_connections
      set next_sync_at = ${clock.now()}
      where household_id = ${owner.householdId} and id <> ${owner.connectionId}`;
    await startDueSyncs.run(context());
    clock.advance(1);
    const sync = await beginSync(database.sql, owner, { now: clock.now() });
    clock.advance(70_000);
    const asked: string[] = [];
    const counted = new Proxy(queues, {
      get(target, name) {
        asked.push(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    await requeueRuns.run({ ...context(), queues: counted });
    expect(await queues.isPending('sync', sync.id)).to.equal(true);
    // Once for 500 runs, and not for each of more than a thousand.
    expect(asked.length, asked.join()).to.be.below(20);
  });

  it('gives a run whose job has ended a new one, and leaves alone what waits for its time', async () => {
    clock.set(new Date());
    const owner = await insertTestConnection(context(), 'key-of-an-ended-job');
    const sync = await beginSync(database.sql, owner, { now: clock.now(), queues });
    const bare = queues.all().find(({ name }) => name === 'sync');
    const worker = selectBackend(database.config()).createWorker(
      'sync',
      () => Promise.reject(new UnrecoverableError('no use')),
      { concurrency: 1, lockDuration: 30_000, stalledInterval: 30_000, maxStalledCount: 1 },
    );
    void worker.run();
    await eventually(async () => expect(await bare?.getJobState(sync.id)).to.equal('failed'));
    await worker.close();
    expect([...(await queues.stages('sync', [sync.id, 'no-such-job']))]).to.deep.equal([
      [sync.id, 'finished'],
    ]);
    expect(await syncConnectionJob.requeueLost(queues, [sync])).to.deep.equal([sync]);
    expect((await queues.stages('sync', [sync.id])).get(sync.id)).to.equal('ready');
    await bare?.remove(sync.id);
    await bare?.add('sync-connection', {}, { jobId: sync.id, delay: 600_000 });
    expect((await queues.stages('sync', [sync.id])).get(sync.id)).to.equal('delayed');
    expect(await syncConnectionJob.requeueLost(queues, [sync])).to.deep.equal([]);
    expect(await syncConnectionJob.wake(queues, [sync])).to.deep.equal([sync]);
    expect((await queues.stages('sync', [sync.id])).get(sync.id)).to.equal('ready');
    await bare?.remove(sync.id);
  });

  it('pauses a held queue again that lost this with its data, and none that is not held', async () => {
    const to: HoldTarget = { scope: 'queue', target: 'rules' };
    const rules = queues.of('rules');
    const away = connect({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      poolMax: 1,
      applicationName: 'away',
    });
    const failure = await hold({ ...context(), sql: away }, to, 'pause', 'test').catch(String);
    expect([failure, await rules.isPaused()]).to.deep.equal([
      'Error: connect ECONNREFUSED 127.0.0.1:1',
      false,
    ]);
    await hold(context(), to, 'pause', 'test');
    await rules.resume();
    await pauseHeldQueues.run(context());
    expect(await rules.isPaused()).to.equal(true);
    await release(context(), to);
    await pauseHeldQueues.run(context());
    expect(await rules.isPaused()).to.equal(false);
  });

  it('counts a task that fails like a job', async () => {
    const run = () => Promise.reject(new Error('no such column'));
    const tasks = startTasks(context(), [{ name: 'broken-task', everyMs: 60_000, run }]);
    await tasks.stop();
    const { values } = await jobsFinished.get();
    const labels = {
      queue: 'scheduler',
      job: 'broken-task',
      outcome: 'failed',
      code: 'internal_error',
    };
    expect(values).to.deep.include({ value: 1, labels });
  });

  it('gives a job to a run that has none, and ends one that is a day old', async () => {
    clock.set(new Date());
    const owner = await insertTestConnection(context(), 'key-of-lost-run');
    const sync = await beginSync(database.sql, owner, { now: clock.now() });
    await requeueRuns.run(context());
    expect(await queues.isPending('sync', sync.id)).to.equal(false);
    clock.advance(20_000);
    await requeueRuns.run(context());
    expect(await queues.isPending('sync', sync.id)).to.equal(true);
    clock.advance(25 * 3600 * 1000);
    await endStaleSyncs.run(context());
    expect((await findSync(database.sql, owner.householdId, sync.id))?.status).to.equal('stale');
  });
});
