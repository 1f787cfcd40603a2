import { expect } from 'chai';
import { createQueues } from '../../shared/queue/queues.ts';
import { createLog } from '../../shared/platform/log.ts';
import { eventually } from '../helpers/eventually.ts';
import { newAccount } from '../helpers/rule-fixtures.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { startSpanReceiver } from '../helpers/span-receiver.ts';
import type { ReceivedSpan, SpanReceiver } from '../helpers/span-receiver.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { launchProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';
import { SYNC_ENV, insertTestConnection } from '../helpers/sync-harness.ts';
import { withDatabase } from '../helpers/with-database.ts';

const SECRETS = {
  providerKey: 'sk-live-secret-4711',
  account: 'DE02120300000000202051',
  accountName: 'Giro of Ana Secretname',
  merchant: 'Clinic Dr Secret',
  cursor: 'cursor-secret-0815',
  search: 'divorce-lawyer',
  cell: 'Payee Incognito',
};

describe('traces', function () {
  const database = withDatabase();
  const ending = withProcesses();
  const launched: RunningProcess[] = [];
  let env: NodeJS.ProcessEnv;
  const provider = withScriptedProvider();
  let receiver: SpanReceiver;
  let tenant: TestTenant;

  before(async () => {
    receiver = await startSpanReceiver();
    const { databaseUrl, queuePrefix } = database.config();
    env = {
      ...SYNC_ENV,
      PROVIDER_BASE_URL: provider.url,
      SYNC_COOLDOWN_SECONDS: '0',
      DATABASE_URL: databaseUrl,
      QUEUE_PREFIX: queuePrefix,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    tenant = await createTenant(database, 'Household');
  });
  after(() => receiver.close());

  function launch(entry: string, over: NodeJS.ProcessEnv = {}): RunningProcess {
    const process = ending(launchProcess(entry, { ...env, ...over }));
    launched.push(process);
    return process;
  }

  async function connect(): Promise<string> {
    const context = { config: database.config(SYNC_ENV), sql: database.sql };
    const { connectionId } = await insertTestConnection(context, SECRETS.providerKey);
    await database.sql`
      update provider_connections
      set household_id = ${tenant.householdId}
      where id = ${connectionId}`;
    return connectionId;
  }

  function script(): void {
    const date = new Date().toISOString().slice(0, 10);
    const { account, accountName, merchant, cursor } = SECRETS;
    const row = (id: string) => ({ id, amount: -1, currency: 'EUR', date, merchant });
    const path = `/accounts/${account}/transactions`;
    provider.script(
      [{ id: account, name: accountName, currency: 'EUR', status: 'ACTIVE' }],
      [
        { path: '/accounts', status: 429, headers: { 'Retry-After': '1' } },
        { path, query: { cursor }, json: { transactions: [row('t2')], total: 2 } },
        { path, json: { transactions: [row('t1')], total: 2, next_cursor: cursor } },
        { path: `/accounts/${account}/balance`, status: 400, body_text: accountName, times: 9 },
      ],
    );
  }

  async function request(
    base: string,
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<any> {
    const sent = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        ...more,
        'X-Api-Key': tenant.writeKey,
        'X-Request-Id': `${method}-${path.split('?')[0]}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await sent.text();
    expect(sent.status, text).to.be.below(300);
    return JSON.parse(text).data;
  }

  const spansOf = (wanted: (span: ReceivedSpan) => boolean): ReceivedSpan[] =>
    receiver.spans().filter(wanted);
  const ended = (process: RunningProcess, id: string): Promise<Record<string, any>> =>
    eventually(() => {
      const line = process.lines.find(
        (each) => each['job_id'] === id && /(done|failed)/.test(each['message']),
      );
      if (line === undefined) throw new Error(JSON.stringify(process.lines, null, 1));
      return line;
    });

  it('lead from a request through the queue to the provider and to SQL, and say nothing secret', async () => {
    script();
    const connectionId = await connect();
    const web = launch('api/main.ts');
    const worker = launch('workers/sync.ts');
    const imports = launch('workers/imports.ts', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    const base = `http://127.0.0.1:${await web.port()}`;
    await eventually(async () => expect((await fetch(`${base}/readyz`)).status).to.equal(200));

    const sync = await request(base, 'POST', `/provider_connections/${connectionId}/syncs`);
    await request(base, 'GET', `/transactions?search=${SECRETS.search}`);
    const account = await newAccount(database.sql, tenant.householdId, {
      name: SECRETS.accountName,
    });
    const made = await request(base, 'POST', '/imports', {
      type: 'TransactionImport',
      account_id: account,
      raw_file_content: `date,amount,name\n2025-03-01,4.00,${SECRETS.cell}\n`,
      publish: true,
    });
    const done = await ended(worker, sync.id);
    expect(done).to.include({ outcome: 'done', request_id: done['request_id'] });

    // The root of the trace, its job twice (it waited for the rate limit), the provider's calls, statements.
    const route = '/api/v1/provider_connections/{id}/syncs';
    const trace = await eventually(() => {
      const [root] = spansOf(({ attributes }) => attributes['http.route'] === route);
      const spans = spansOf(({ traceId }) => traceId === root?.traceId);
      expect(spans.filter(({ name }) => name === 'process sync')).to.have.lengthOf(2);
      return { root: root!, spans };
    });
    expect(trace.root).to.include({ name: `POST ${route}`, kind: 2, service: 'ledgerline-web' });
    expect(done['trace_id']).to.equal(trace.root.traceId);
    const jobs = trace.spans.filter(({ name }) => name === 'process sync');
    for (const job of jobs) {
      expect(job).to.include({
        kind: 5,
        service: 'ledgerline-worker-sync',
        parentSpanId: trace.root.spanId,
      });
      expect(job.attributes).to.include({
        'ledgerline.sync_id': sync.id,
        'ledgerline.connection_id': connectionId,
        'ledgerline.request_id': trace.root.attributes['ledgerline.request_id'],
      });
    }
    expect(jobs.map(({ attributes }) => attributes['ledgerline.outcome'])).to.have.members([
      'delayed',
      'done',
    ]);
    const ids = jobs.map(({ spanId }) => spanId);
    const calls = trace.spans.filter(
      ({ kind, attributes }) => kind === 3 && 'http.request.method' in attributes,
    );
    expect(calls.every((call) => ids.includes(call.parentSpanId ?? ''))).to.equal(true);
    expect(calls.map(({ attributes }) => attributes['url.template'])).to.include.members([
      '/accounts',
      '/accounts/{id}/transactions',
      '/accounts/{id}/balance',
    ]);
    expect(calls.map(({ attributes }) => attributes['http.response.status_code'])).to.include(429);
    const statements = trace.spans.filter(({ attributes }) => 'db.system.name' in attributes);
    expect(statements.map(({ service }) => service)).to.include.members([
      'ledgerline-web',
      'ledgerline-worker-sync',
    ]);
    expect(statements.map(({ name }) => name)).to.include('select provider_connections');

    // An import, too: from its request to the worker's statements.
    await ended(imports, await runOf(made.id));
    await eventually(() => {
      const [job] = spansOf(({ name }) => name === 'process imports');
      const [root] = spansOf(({ spanId }) => spanId === job?.parentSpanId);
      expect(root?.name).to.equal('POST /api/v1/imports');
      expect(
        spansOf(({ parentSpanId, kind }) => parentSpanId === job?.spanId && kind === 3),
      ).not.to.deep.equal([]);
    });
    // The one that was set to speak gRPC has sent its spans all the same, and says how.
    const warned = ({ lines }: RunningProcess) =>
      lines.filter(({ message }) => message.startsWith('OTEL_EXPORTER_OTLP_PROTOCOL'));
    expect(warned(imports).map(({ level }) => level)).to.deep.equal(['warn']);
    expect(warned(worker)).to.deep.equal([]);
    const all = receiver.text();
    for (const [what, secret] of Object.entries({ ...SECRETS, key: tenant.writeKey })) {
      expect(all.includes(secret), what).to.equal(false);
      expect(all.includes(encodeURIComponent(secret)), what).to.equal(false);
    }
  });

  function runOf(importId: string): Promise<string> {
    return eventually(() => {
      const found = launched
        .flatMap(({ lines }) => lines)
        .find((line) => line['import_id'] === importId && 'job_id' in line);
      if (found === undefined) throw new Error(`no job of ${importId}`);
      return String(found['job_id']);
    });
  }

  it('are recorded as web or the caller decided, and jobs follow', async () => {
    script();
    const web = launch('api/main.ts', { OTEL_TRACES_SAMPLER_ARG: '0' });
    const base = `http://127.0.0.1:${await web.port()}`;
    const worker = launched[1]!;
    const begin = async (traceparent?: string) => {
      const path = `/provider_connections/${await connect()}/syncs`;
      const headers = traceparent === undefined ? undefined : { traceparent };
      const { id } = await request(base, 'POST', path, undefined, headers);
      const { trace_id } = await ended(worker, id);
      const job = await queues
        .all()
        .find(({ name }) => name === 'sync')
        ?.getJob(id);
      const carried = JSON.parse(job?.opts.telemetry?.metadata ?? '{}') as { traceparent?: string };
      return { id: id as string, trace_id, traceparent: carried.traceparent };
    };
    const queues = createQueues(database.config(), createLog({ level: 'error', process: 'test' }));
    const unsampled = [await begin(), await begin()];
    const refused = await begin('00-11111111111111111111111111111111-2222222222222222-00');
    const asked = await begin('00-33333333333333333333333333333333-4444444444444444-01');
    await queues.close();

    expect(asked.trace_id).to.equal('3'.repeat(32));
    await eventually(() => {
      const kinds = spansOf(({ traceId }) => traceId === asked.trace_id).map(({ kind }) => kind);
      expect(kinds).to.include.members([2, 3, 5]);
    });
    // The worker would record each job that comes without a decision.
    for (const { id, trace_id, traceparent } of [...unsampled, refused]) {
      expect(trace_id).to.equal(undefined);
      expect(traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      expect(spansOf(({ attributes }) => attributes['ledgerline.sync_id'] === id)).to.deep.equal(
        [],
      );
    }
    expect(refused.traceparent).to.include('1'.repeat(32));
    expect(unsampled[0]?.traceparent).not.to.equal(unsampled[1]?.traceparent);
  });

  it('are the sampler’s to choose where it does not follow the caller', async () => {
    const web = launch('api/main.ts', { OTEL_TRACES_SAMPLER: 'traceidratio' });
    const base = `http://127.0.0.1:${await web.port()}`;
    const traceparent = '00-55555555555555555555555555555555-6666666666666666-00';
    await request(base, 'GET', '/accounts');
    await request(base, 'GET', '/accounts', undefined, { traceparent });
    await eventually(() => {
      const roots = spansOf(({ name }) => name === 'GET /api/v1/accounts');
      expect(roots.map(({ traceId }) => traceId)).to.include('5'.repeat(32));
      expect(roots).to.have.lengthOf(2);
    });
  });

  it('whose receiver is down disturb no sync, and one line says so', async () => {
    for (const { child } of launched.slice(1)) child.kill('SIGKILL');
    script();
    const base = `http://127.0.0.1:${await launched[0]!.port()}`;
    const worker = launch('workers/sync.ts', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    for (let round = 0; round < 3; round += 1) {
      const { id } = await request(base, 'POST', `/provider_connections/${await connect()}/syncs`);
      expect(await ended(worker, id)).to.include({ outcome: 'done' });
      await worker.says('traces: ');
    }
    const warnings = worker.lines.filter(({ message }) => message.startsWith('traces: '));
    expect(warnings.map(({ level }) => level)).to.deep.equal(['warn']);
    worker.child.kill('SIGTERM');
    expect(await worker.exited).to.equal(0);
  });
});
