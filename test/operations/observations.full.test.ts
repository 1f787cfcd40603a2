import { expect } from 'chai';
import { register } from 'prom-client';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { startSyncSeries } from '../../shared/platform/metrics/series.ts';
import { explain } from '../../shared/operations/look.ts';
import { findConnection } from '../../shared/sync/store/provider-connections.ts';
import { bindJob, runWorker } from '../../workers/frame/run-worker.ts';
import { syncConnection } from '../../workers/sync/sync-connection.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { cli } from '../helpers/cli.ts';
import { withScriptedProvider, type ScriptedCall } from '../helpers/scripted-provider.ts';
import { beginSync, createSyncHarness, SYNC_ENV } from '../helpers/sync-harness.ts';
import { LISTED } from '../helpers/sync-play.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { askOps } from '../helpers/ops-command.ts';

describe('what an operator observes', () => {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let queues: Queues;

  before(async () => {
    const harness = createSyncHarness(database, provider.url);
    queues = createQueues(harness.context.config, harness.captured.log);
  });
  after(async () => {
    await queues.close();
  });

  /** Syncs a new connection with a real worker and queue; resolves when its job has ended. */
  async function syncOnce(calls: ScriptedCall[]) {
    // Tests of the same process have synced before.
    register.resetMetrics();
    startSyncSeries();
    provider.script([LISTED], calls);
    const harness = createSyncHarness(database, provider.url);
    const owner = await harness.connect();
    const { sql, clock } = harness.context;
    const sync = await beginSync(sql, owner, { now: clock.now(), queues });
    const context = { ...harness.context, queues };
    const job = bindJob(syncConnectionJob, (_inWorker, payload, delivery) =>
      syncConnection(context, payload, delivery),
    );
    const worker = runWorker(context, 'sync', [job], 1);
    const queue = queues.all()[0]!;
    await eventually(async () =>
      expect(await queue.getJobState(sync.id)).to.be.oneOf(['completed', 'failed']),
    );
    await worker.stop();
    const [explained] = await explain(context, owner.connectionId);
    return {
      owner,
      explained: explained!,
      job: (await queue.getJob(sync.id))!,
      logs: (await queue.getJobLogs(sync.id)).logs.join('\n'),
      lines: harness.captured.lines,
      metrics: await register.metrics(),
    };
  }

  const ops = (...args: string[]) => {
    const { log } = createCapturedLog();
    const config = database.config();
    const context = { sql: database.sql, queues, log, config, clock: systemClock };
    return askOps(context, ...args);
  };

  it('the bank answers 500 to everything', async () => {
    const seen = await syncOnce([{ path: '/accounts', status: 500, json: {}, times: 99 }]);
    expect(await seen.job.getState()).to.equal('failed');
    expect(seen.job.failedReason).to.equal('provider_unavailable');
    expect(seen.logs).to.include('failed: provider_unavailable');
    expect(seen.metrics).to.include(
      'ledgerline_syncs_total{status="failed",code="provider_unavailable"} 1',
    );
    expect(seen.metrics).to.match(
      /ledgerline_provider_requests_total\{provider="[^"]+",status="500"\} [4-9]/,
    );
    expect(seen.lines.map(({ message }) => message)).to.include(
      'sync-connection failed: provider_unavailable',
    );
    expect(seen.explained.runs[0]).to.include({ status: 'failed', trigger: 'manual' });
    expect(seen.explained.runs[0]!.codes).to.deep.equal(['provider_unavailable']);
    expect(seen.explained.advice.map(({ message }) => message).join()).to.include('is repeated');
  });

  it('the bank lists its accounts, and answers 500 to all else', async () => {
    const down = { status: 500, json: {}, times: 99 };
    const seen = await syncOnce([
      { path: '/accounts/1/balance', ...down },
      { path: '/accounts/1/transactions', ...down },
      { path: '/accounts/1/holdings', ...down },
    ]);
    expect(await seen.job.getState()).to.equal('failed');
    expect(seen.job.failedReason).to.equal('provider_unavailable');
    expect(seen.job.progress).to.include({ accounts: 1 });
    expect(seen.explained.runs[0]!.codes).to.include.members([
      'accounts_failed',
      'provider_unavailable',
    ]);
  });

  it('a key was revoked', async () => {
    const seen = await syncOnce([{ path: '/accounts', status: 401, json: {} }]);
    expect(seen.job.failedReason).to.equal('unauthorized');
    expect(seen.job.attemptsMade).to.equal(1);
    expect(seen.metrics).to.include(
      'ledgerline_syncs_total{status="failed",code="unauthorized"} 1',
    );
    expect(seen.metrics).to.match(
      /ledgerline_jobs_total\{queue="sync",job="sync-connection",outcome="failed",code="unauthorized"\} 1/,
    );
    const { householdId, connectionId } = seen.owner;
    const connection = await findConnection(database.sql, householdId, connectionId);
    expect(connection!.status).to.equal('requires_update');
    const why = await ops('why', connectionId);
    expect(why.code).to.equal(0);
    expect(why.text).to.include('requires_update: unauthorized');
    expect(why.text).to.include('manual: failed (unauthorized)');
    expect(why.text).to.include('its owner has to enter a new one');
    const byHousehold = await ops('why', householdId);
    expect(byHousehold.text).to.equal(why.text);
  });

  it('all is well: the job says what it did', async () => {
    const seen = await syncOnce([]);
    expect(await seen.job.getState()).to.equal('completed');
    expect(seen.job.returnvalue).to.deep.include({ status: 'completed', failed: false });
    expect(seen.job.returnvalue.counts).to.include({ accounts: 1 });
    expect(seen.logs).to.include('1 accounts to read');
    expect(seen.explained.advice).to.deep.equal([]);
  });

  it('a queue is paused, failed jobs are retried, and each action is noted', async () => {
    expect((await ops('pause', 'sync')).text).to.equal('sync is paused; 0 still at work');
    expect(await queues.all()[0]!.isPaused()).to.equal(true);
    const sick = await ops('doctor');
    expect(sick.code).to.equal(1);
    expect(sick.text).to.match(
      /queue sync is paused .* by ops: tester, .*ledgerline ops resume sync/,
    );
    expect(sick.text).to.not.include('has no worker');
    expect(sick.text).to.match(/\d+ jobs? of sync failed with provider_unavailable: .*is repeated/);
    expect((await ops('resume', 'sync')).text).to.equal('sync is resumed');

    // What another tool of the queue can do to it is seen and taken back alike.
    await queues.all()[0]!.setGlobalRateLimit(1, 3_600_000);
    expect((await ops('doctor')).text).to.include(
      'sync is paused or limited: ledgerline ops resume sync',
    );
    expect((await ops('status')).text).to.include('sync PAUSED');
    expect((await ops('resume', 'sync')).text).to.equal('sync is resumed');
    expect((await ops('resume', 'sync')).text).to.equal(
      'nothing to resume: sync itself is not held back',
    );
    expect((await ops('doctor')).text).to.not.include('sync is paused');
    expect(await queues.all()[0]!.getGlobalRateLimit()).to.equal(null);

    const failed = await queues.all()[0]!.getJobCounts('failed');
    const tried = await ops('retry', 'unauthorized', '--dry-run');
    expect(tried.text).to.equal('retry would take 1 job\n  1 of sync: unauthorized');
    expect((await ops('retry', 'unauthorized')).text).to.equal('1 started again');
    expect((await queues.all()[0]!.getJobCounts('failed'))['failed']).to.equal(
      failed['failed']! - 1,
    );
    const [live] = await database.sql`select trigger from syncs where status = 'queued'`;
    expect(live).to.include({ trigger: 'manual' });

    const { text } = await ops('status');
    expect(text).to.match(/sync: 1 waiting, 0 active, 0 delayed, \d failed; .*; 0 workers/);
    expect(text).to.include('requires_update: unauthorized');
    expect(text).to.match(/ops: tester: pause queue sync: \{"running":0\}/);
    expect(text).to.match(/ops: tester: retry unauthorized: \{"done":1,"refused":\{\}\}/);
  });

  it('the database has another name, or no migrations', async () => {
    const url = new URL(database.config().databaseUrl);
    url.pathname = '/no_such_database';
    const seen = await cli(['ops', 'doctor'], { env: { ...SYNC_ENV, DATABASE_URL: url.href } });
    expect(seen.out).to.include('create it, or correct DATABASE_URL');
  });
});
