import { expect } from 'chai';
import { freePort } from '../../scripts/ports.ts';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { createLog } from '../../shared/platform/log.ts';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { eventually } from '../helpers/eventually.ts';
import { createTenant } from '../helpers/start-api.ts';
import { launchProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** What a process answers at a path of its port. */
const ask = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, text: await answer.text() };
};

describe('watching the processes', function () {
  const database = withDatabase();
  const ending = withProcesses();
  let queues: Queues;

  before(() => {
    const log = createLog({ level: 'error', process: 'test' });
    log.silent = true;
    queues = createQueues(database.config(), log);
  });
  after(() => queues.close());

  function launch(entry: string, env: NodeJS.ProcessEnv = {}): RunningProcess {
    const { databaseUrl, queuePrefix } = database.config();
    const own = { DATABASE_URL: databaseUrl, QUEUE_PREFIX: queuePrefix, ...env };
    return ending(launchProcess(entry, own));
  }

  it('web reports its requests, queues and connections on a separate port, and on no other', async () => {
    const { writeKey, householdId } = await createTenant(database, 'Household');
    await database.sql`
      insert into provider_connections (household_id, name, credential_key_id, credential_ciphertext,
        credential_last_four, status, status_reason, last_synced_at, created_at, suspended_at)
      values
        (${householdId}, 'A', 'k', '', '1234', 'good', null, now() - interval '2 hours', now() - interval '9 days', null),
        (${householdId}, 'B', 'k', '', '1234', 'degraded', 'provider_unavailable', now() - interval '50 hours', now(), null),
        (${householdId}, 'C', 'k', '', '1234', 'requires_update', 'unauthorized', null, now() - interval '90 days', null),
        (${householdId}, 'D', 'k', '', '1234', 'suspended', 'paused', null, now() - interval '90 days', now())`;
    const metricsPort = await freePort();
    const web = launch('api/main.ts', { METRICS_PORT: String(metricsPort) });
    const port = await web.port();
    await eventually(async () => expect((await ask(port, '/readyz')).status).to.equal(200));
    for (const path of ['/livez', '/healthz', '/readyz'])
      for (const at of [port, metricsPort]) expect((await ask(at, path)).status).to.equal(200);
    expect((await ask(port, '/metrics')).status).to.equal(404);
    await queues.all()[2]!.pause();
    const first = (await ask(metricsPort, '/metrics')).text;
    // The first scrape is whole.
    expect(first).to.include('ledgerline_queue_oldest_waiting_seconds{queue="sync"} 0');
    expect(first).to.include('ledgerline_queue_jobs{queue="sync",state="waiting"} 0');
    expect(first).to.include('ledgerline_queue_paused{queue="rules"} 1');
    expect(first).to.include('ledgerline_queue_up 1').and.include('ledgerline_postgres_up 1');
    expect(first).to.include('ledgerline_takeovers_total{kind="sync"} 0');
    const provider = 'provider="www.lunchflow.app"';
    for (const status of ['good', 'degraded', 'requires_update', 'paused']) {
      expect(first).to.include(`ledgerline_connections{${provider},status="${status}"} 1`);
    }
    // Nothing for an operator to look after.
    expect(first).to.not.include('status="suspended"');
    const within = (le: string) =>
      new RegExp(`freshness_seconds_bucket\\{${provider},le="${le}"\\} (\\d+)`).exec(first)?.[1];
    expect(['3600', '21600', '172800', '259200', '+Inf'].map(within)).to.deep.equal([
      '0',
      '1',
      '1',
      '2',
      undefined,
    ]);
    expect(first).to.match(/le="\+Inf"\} 2/);
    expect(first).to.match(/ledgerline_connection_freshness_worst_seconds\{[^}]*\} 1800\d\d/);

    const headers = { 'X-Api-Key': writeKey };
    await fetch(`http://127.0.0.1:${port}/api/v1/rules`, { headers });
    await fetch(`http://127.0.0.1:${port}/api/v1/rules/${householdId}`, { headers });
    await fetch(`http://127.0.0.1:${port}/nothing/${householdId}`, { headers });
    await eventually(async () => {
      const { text } = await ask(metricsPort, '/metrics');
      const counted = 'ledgerline_http_request_duration_seconds_count';
      expect(text).to.include(`${counted}{method="GET",route="/api/v1/rules",status="2xx"} 1`);
      expect(text).to.include(`${counted}{method="GET",route="/api/v1/rules/{id}",status="4xx"} 1`);
      expect(text).to.match(new RegExp(`${counted}\\{method="",route="other",status="4xx"\\} \\d`));
      expect(text).not.to.include(householdId);
      expect(text).to.match(/ledgerline_postgres_connections [1-9]/);
      expect(text).to.match(/ledgerline_preflight_tasks\{state="waiting"\} 0/);
      expect(text).to.match(/nodejs_eventloop_lag_p99_seconds /);
    });
  });

  it('a worker is alive and ready while its queue is paused, and says that', async () => {
    const rules = queues.all()[2]!;
    await rules.pause();
    const worker = launch('workers/rules.ts');
    const port = await worker.port();
    await worker.says('is working');
    const { householdId } = await createTenant(database, 'Paused');
    await applyRules.enqueue(queues, { householdId, id: householdId });
    for (const path of ['/livez', '/readyz', '/healthz']) {
      const { status, text } = await ask(port, path);
      expect(status, path).to.equal(200);
      expect(JSON.parse(text), path).to.include({ status: 'ok', paused: true });
    }
    await rules.resume();
    await eventually(async () => {
      const { text } = await ask(port, '/metrics');
      expect(text).to.include('ledgerline_queue_paused{queue="rules"} 0');
      expect(text).to.match(
        /ledgerline_jobs_total\{queue="rules",job="apply-rules",outcome="done",code=""\} 1/,
      );
    });
  });
});
