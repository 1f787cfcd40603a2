import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { systemClock } from '../../shared/platform/clock.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { registerMetrics, renderMetrics } from '../../shared/operations/register-metrics.ts';
import { insertScheduledRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { upsertHold } from '../../shared/sync/store/holds.ts';
import { recordFailedCall } from '../../shared/sync/store/provider-circuits.ts';
import { bindJob, runWorker } from '../../workers/frame/run-worker.ts';
import { requeueRuns } from '../../workers/scheduler/requeue-runs.ts';
import { syncConnection } from '../../workers/sync/sync-connection.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { endSync, newEndpoint } from '../helpers/deliver-events.ts';
import { eventually } from '../helpers/eventually.ts';
import { newHousehold } from '../helpers/rule-fixtures.ts';
import { root } from '../helpers/checkout.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { startApi } from '../helpers/start-api.ts';
import { beginSync, createSyncHarness } from '../helpers/sync-harness.ts';
import { LISTED } from '../helpers/sync-play.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { withMetrics } from '../helpers/with-metrics.ts';
import { askOps } from '../helpers/ops-command.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: { action: string } }[] }[];
};
const rows = read('docs/OPERATIONS.md').split('\n');

describe('what an operator observes of a part that fails', () => {
  withMetrics();
  const database = withDatabase();
  const captured = createCapturedLog();
  const api = startApi(database, { log: captured.log });
  const provider = withScriptedProvider();

  before(async () => {
    const { sql, queues } = api.context;
    registerMetrics({ sql, queues, config: api.context.config });
  });
  beforeEach(() => {
    captured.lines.length = 0;
    provider.onRequest = null;
  });

  const ops = async (...args: string[]) => {
    const context = { ...api.context, log: captured.log, clock: systemClock };
    return (await askOps(context, ...args)).text;
  };
  /** What Prometheus sees. */
  const metrics = async () => (await renderMetrics()).text;
  /** The row of the table that the docs have on it: its alert is about this series, and says what to do. */
  const expectAlert = (observation: string, alert: string, series: string) => {
    const row = rows.find((line) => line.startsWith(`| ${observation} `));
    expect(row, observation).to.include(alert);
    const rule = groups.flatMap(({ rules }) => rules).find((each) => each.alert === alert)!;
    expect(rule.expr).to.include(series);
    expect(rule.annotations.action).to.not.equal('');
  };

  /** A connection whose sync is queued; `work` lets a real worker take it. */
  async function queueSync() {
    const harness = createSyncHarness(database, provider.url);
    const owner = await harness.connect();
    const { sql, clock } = harness.context;
    const { queues } = api.context;
    const sync = await beginSync(sql, owner, { now: clock.now(), queues });
    const context = { ...harness.context, queues, log: captured.log };
    const job = bindJob(syncConnectionJob, (_worker, payload, run) =>
      syncConnection(context, payload, run),
    );
    const work = () => runWorker(context, 'sync', [job], 1);
    return { sync, connectionId: owner.connectionId, context, work, clock: harness.clock };
  }
  const queue = () => api.context.queues.all()[0]!;

  it('a table is missing', async () => {
    await database.sql`alter table tags rename to tags_elsewhere`;
    try {
      const { headers } = await api.answers(500, 'GET', '/api/v1/tags');
      const id = headers.get('x-request-id');
      const line = captured.lines.find((each) => JSON.stringify(each).includes('does not exist'));
      expect(line).to.include({ level: 'error', request_id: id });
      expect(await ops('doctor')).to.match(/the table tags is missing: .*backup/);
      expect(await metrics()).to.match(
        /http_request_duration_seconds_count\{[^}]*status="5xx"\} 1/,
      );
      expectAlert('A table is missing', 'LedgerlineRequestsFail', 'http_request_duration_seconds');
    } finally {
      await database.sql`alter table tags_elsewhere rename to tags`;
    }
    expect(await ops('doctor')).to.not.include('table tags');
    await database.sql`alter table holds rename to holds_elsewhere`;
    try {
      expect(await ops('doctor')).to.match(/^the table holds is missing: .*backup$/);
    } finally {
      await database.sql`alter table holds_elsewhere rename to holds`;
    }
  });

  it('syncs are due and nothing starts them; those that are held back are none', async () => {
    const { connectionId } = await createSyncHarness(database, provider.url).connect();
    await database.sql`
      update provider_connections
      set next_sync_at = '2026-01-31 09:05:30Z'
      where id = ${connectionId}`;
    const late = 'syncs are due since 2026-01-31 09:05 and do not start: start the scheduler';
    expect(await ops('doctor')).to.include(late);
    await ops('pause', connectionId);
    expect(await ops('doctor')).to.not.include(late);
    await ops('resume', connectionId);
    await database.sql`update provider_connections set next_sync_at = now() - interval '1 minute'`;
    expect(await ops('doctor')).to.not.include('syncs are due');
  });

  it('a host is held or down: only its own connections say so, and no other can be held', async () => {
    const { sql } = database;
    const { connectionId } = await createSyncHarness(database, provider.url).connect();
    const own = new URL(api.context.config.providerBaseUrl).host;
    const other = '127.0.0.1:1';
    const refusal = await ops('pause', other).catch(String);
    expect(refusal).to.include(
      `is not a queue (sync, imports, rules, delivery), the host of the provider (${own})`,
    );
    for (const host of [own, other]) {
      await upsertHold(sql, { scope: 'provider', target: host, mode: 'pause', actor: 'tester' });
      for (let n = 0; n < 5; n += 1) await recordFailedCall(sql, host, ['a', 'b'], new Date());
    }
    const why = await ops('why', connectionId);
    expect(why).to.include(`provider ${own} is paused`).and.to.include(`${own} is down`);
    expect(why).to.not.include(other);
    await sql`delete from provider_circuits`;
    for (const host of [own, other]) {
      expect(await ops('resume', host)).to.equal(`provider ${host} is resumed`);
    }
    expect(await ops('resume', own)).to.equal(
      `nothing to resume: provider ${own} itself is not held back`,
    );
  });

  it('the bank is slow, and limits us: the job waits and says until when', async () => {
    const before = await metrics();
    const sum = (text: string) =>
      [...text.matchAll(/provider_request_duration_seconds_sum\{[^}]*\} (\S+)/g)].reduce(
        (all, [, seconds]) => all + Number(seconds),
        0,
      );
    let begun = 0;
    provider.onRequest = async () => {
      begun = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const limited = { path: '/accounts', status: 429, json: {}, headers: { 'Retry-After': '300' } };
    provider.script([LISTED], [limited]);
    const { sync, connectionId, work } = await queueSync();
    const worker = work();
    await eventually(async () => expect(await queue().getJobState(sync.id)).to.equal('delayed'));
    await worker.stop();
    expect(begun).to.be.greaterThan(0);
    const after = await metrics();
    expect(sum(after) - sum(before)).to.be.at.least(0.09);
    expectAlert('The bank is slow', 'LedgerlineProviderSlow', 'provider_request_duration_seconds');
    expect(after).to.match(/provider_requests_total\{[^}]*status="429"\} \d/);
    expectAlert('The bank limits us', 'LedgerlineProviderLimits', 'status="429"');
    const messages = captured.lines.map(({ message }) => String(message));
    expect(messages.join()).to.match(
      /sync-connection continues in \d+ s: 127\.0\.0\.1:\d+ limits the key of the connection \(429\)/,
    );
    const job = await queue().getJob(sync.id);
    expect(job!.progress).to.have.property('waiting_until').that.is.a('string');
    const why = await ops('why', connectionId);
    expect(why).to.include('waits until').and.to.include('waited 1 × rate_limited');
    expect(why).to.include('The provider limits the key. The run continues when the limit allows.');
    await database.sql`delete from provider_limits`;
  });

  it('a queue is stuck: jobs wait, and the worker takes none', async () => {
    const { context } = await queueSync();
    let release = (): void => undefined;
    const busy = new Promise<null>((resolve) => (release = () => resolve(null)));
    const stuck = runWorker(
      context,
      'rules',
      [{ name: 'stuck', queue: 'rules', run: () => busy }],
      1,
    );
    const rules = api.context.queues.all()[2]!;
    const timestamp = Date.now() - 10 * 60_000;
    await rules.addBulk(
      ['first-job', 'second-job'].map((jobId) => ({
        name: 'stuck',
        data: {},
        opts: { jobId, timestamp },
      })),
    );
    try {
      await eventually(() => expect(stuck.isFull()).to.equal(true));
      await eventually(async () =>
        expect(await ops('doctor')).to.include(
          'jobs have waited in rules for 10 minutes: add workers',
        ),
      );
      expect(await ops('status')).to.match(
        /rules: 1 waiting, 1 active, .*oldest waits 6\d\d s; 1 worker$/m,
      );
      expect(await metrics()).to.match(/queue_oldest_waiting_seconds\{queue="rules"\} 6\d\d/);
      expectAlert('A queue is stuck', 'LedgerlineQueueStuck', 'queue_oldest_waiting_seconds');
    } finally {
      release();
      await eventually(async () =>
        expect(await rules.getJobCounts('active', 'waiting')).to.include({ active: 0, waiting: 0 }),
      );
      await stuck.stop();
    }
  });

  it('a worker was killed: its run is taken over, and the log says so at most', async () => {
    const { sync, context, clock } = await queueSync();
    const { sql } = database;
    // As it lies there afterwards: begun, without a lease, and its job lost with the queue.
    await sql`update syncs set status = 'running', started_at = now(), enqueued_at = null where id = ${sync.id}`;
    await queue().remove(sync.id);
    clock.set(new Date(Date.now() + 90_000));
    await requeueRuns.run(context);
    const said = captured.lines.find(({ message }) => message === 'requeued a run without a job');
    expect(said).to.include({ level: 'warn', sync_id: sync.id });
    expect(await queue().getJobState(sync.id)).to.be.oneOf(['waiting', 'prioritized']);
    expect(await ops('doctor')).to.include('sync has no worker: start worker-sync');
    expectAlert('A worker was killed', 'LedgerlineProcessDown', 'up{');
  });

  it('events wait for receivers that answer, since nothing sends them', async () => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await endSync(sql, householdId);
    expect(await ops('doctor')).to.not.include('events have waited');
    await sql`update webhook_deliveries set due_at = now() - interval '100 s'`;
    expect(await ops('doctor')).to.match(/events have waited for 1\d\d seconds .* worker-delivery/);
    await sql`delete from webhook_endpoints`;
  });

  it('connections whose key could not be decrypted, as earlier versions left them: resume starts them again', async () => {
    const { connectionId } = await createSyncHarness(database, provider.url).connect();
    const { sql } = database;
    await sql`
      update provider_connections
      set status = 'requires_update', status_reason = 'credential_unreadable', next_sync_at = null
      where id = ${connectionId}`;
    const resume = `ledgerline ops resume ${connectionId}`;
    expect(await ops('doctor')).to.include('1 connection is requires_update with credential_unr');
    expect(await ops('why', connectionId))
      .to.include('CREDENTIALS_KEYS')
      .and.to.include(resume);
    expect(await ops('resume', connectionId)).to.include('1 suspended connection resumed');
    expect(await ops('why', connectionId)).to.not.include(resume);
    const [after] = await sql`
      select status, next_sync_at is not null as is_due
      from provider_connections
      where id = ${connectionId}`;
    expect(after).to.deep.include({ status: 'degraded', isDue: true });
  });

  it('the disk is full', async () => {
    const name = new URL(database.url).pathname.slice(1);
    // The limit of temporary files stands in for the disk: the same write fails.
    await database.sql.unsafe(`alter database ${name} set temp_file_limit = '1kB'`);
    const sql = connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'full' });
    try {
      const context = { ...api.context, sql, log: captured.log, clock: systemClock };
      const { text, code } = await askOps(context, 'doctor');
      expect(code).to.equal(1);
      expect(text).to.match(/Postgres .*53400/);
      expectAlert('The disk is full', 'LedgerlinePostgresAway', 'postgres_up');
    } finally {
      await sql.end({ timeout: 5 });
      await database.sql.unsafe(`alter database ${name} reset temp_file_limit`);
    }
  });

  it('a run without a job, which no scheduler adds again', async () => {
    const householdId = await newHousehold(database.sql);
    const run = await insertScheduledRuleRun(database.sql, householdId, 'import');
    expect(await ops('doctor')).to.not.include('have no job');
    const age = database.sql`updated_at = now() - interval '10 minutes'`;
    await database.sql`update rule_runs set ${age} where id = ${run}`;
    expect(await ops('doctor')).to.include('runs of rules have no job: start the scheduler');
    await database.sql`delete from rule_runs where id = ${run}`;
  });
});
