import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createQueues, type QueueName, type Queues } from '../../shared/queue/queues.ts';
import { requeueRuns } from '../../workers/scheduler/requeue-runs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { newAccount, newRule, newTransaction } from '../helpers/rule-fixtures.ts';
import { startApi } from '../helpers/start-api.ts';
import { insertTestConnection } from '../helpers/sync-harness.ts';
import { withBank } from '../helpers/with-bank.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { workerContext } from '../helpers/worker-context.ts';

/** A request that starts a run, and where the run is. */
interface Start {
  what: string;
  status: number;
  queue: QueueName;
  /** Sends the request. The answer's body is given to `runOf`. */
  send: (headers: Record<string, string>) => Promise<{ status: number; text: string; body: any }>;
  /** The id of the run, which is its job's. */
  runOf: (data: any) => Promise<string>;
}

/** docs/decisions/queue-is-a-hint.md. Nothing listens where the API adds its jobs; the scheduler's queue is there. */
describe('while the queue is away', () => {
  const database = withDatabase();
  const captured = createCapturedLog('warn');
  const { env } = withBank();
  let there: Queues;
  const api = startApi(database, {
    env,
    log: captured.log,
    override({ config, queues }) {
      there = queues;
      const nowhere = {
        ...config,
        queueDatabaseUrl: 'postgres://user:pw@127.0.0.1:1/queue',
        redisUrl: config.redisUrl === null ? null : 'redis://user:pw@127.0.0.1:1',
      };
      return { queues: createQueues(nowhere, captured.log) };
    },
  });
  after(() => there.close());

  let accountId: string;
  let ruleId: string;
  before(async () => {
    const { householdId } = api.tenant;
    accountId = await newAccount(database.sql, householdId);
    ruleId = await newRule(database.sql, householdId, {});
  });
  beforeEach(async () => {
    captured.lines.length = 0;
    await database.sql`delete from rule_runs`;
  });

  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    api.request(method, `/api/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
  const csv = (rows = 1) => {
    const lines = Array.from({ length: rows }, (_, n) => `2026-03-01,${n + 1}.00,${randomUUID()}`);
    const text = `date,amount,name\n${lines.join('\n')}\n`;
    return { raw_file_content: text, account_id: accountId, inferred_settings: '' };
  };
  const newImport = async (): Promise<string> =>
    (await call('POST', '/imports', csv())).body.data.id;
  const newSession = async (): Promise<string> => {
    const { id } = (await call('POST', '/import_sessions')).body.data;
    const content = '{"type":"Tag","data":{"id":"t1","name":"holiday"}}\n';
    await call('POST', `/import_sessions/${id}/chunks`, { sequence: 1, raw_file_content: content });
    return id;
  };
  const importRun = async ({ id }: { id: string }): Promise<string> => {
    const [row] = await database.sql`
      select run_id from imports where id = ${id} union all select run_id from import_sessions where id = ${id}`;
    return row!['runId'];
  };
  const ofRules = async ({ id }: { id: string }): Promise<string> => id;
  const followingRules = async (): Promise<string> => {
    const [row] = await database.sql`select id from rule_runs where execution_type = 'scheduled'`;
    return row!['id'];
  };
  const firstSync = async ({ id }: { id: string }): Promise<string> => {
    const [row] = await database.sql`select id from syncs where connection_id = ${id}`;
    return row!['id'];
  };

  const starts: Start[] = [
    {
      what: 'POST /rules/{id}/runs',
      status: 202,
      queue: 'rules',
      send: (headers) => call('POST', `/rules/${ruleId}/runs`, undefined, headers),
      runOf: ofRules,
    },
    {
      what: 'POST /rule_runs',
      status: 202,
      queue: 'rules',
      send: (headers) => call('POST', '/rule_runs', undefined, headers),
      runOf: ofRules,
    },
    {
      what: 'POST /transfer_suggestions/refresh',
      status: 202,
      queue: 'rules',
      send: (headers) => call('POST', '/transfer_suggestions/refresh', undefined, headers),
      runOf: ofRules,
    },
    {
      what: 'POST /transactions, which rules follow',
      status: 201,
      queue: 'rules',
      send: (headers) => {
        const body = { account_id: accountId, date: '2026-03-01', amount: '-1.00', name: 'Shop' };
        return call('POST', '/transactions', body, headers);
      },
      runOf: followingRules,
    },
    {
      what: 'PATCH /transactions/{id}, which rules follow',
      status: 200,
      queue: 'rules',
      async send(headers) {
        const { householdId } = api.tenant;
        const fields = { account_id: accountId, source: 'manual' };
        const id = await newTransaction(database.sql, householdId, fields);
        return call('PATCH', `/transactions/${id}`, { amount: '-2.00' }, headers);
      },
      runOf: followingRules,
    },
    {
      what: 'POST /imports of a large file, whose rows a worker judges',
      status: 201,
      queue: 'imports',
      send: (headers) => call('POST', '/imports', csv(5001), headers),
      runOf: importRun,
    },
    {
      what: 'POST /imports that publishes at once',
      status: 201,
      queue: 'imports',
      send: (headers) => call('POST', '/imports', { ...csv(), publish: true }, headers),
      runOf: importRun,
    },
    {
      what: 'PATCH /imports/{id} of a large file',
      status: 200,
      queue: 'imports',
      async send(headers) {
        const { id } = (await call('POST', '/imports', csv(5001))).body.data;
        await database.sql`update imports set judged = true where id = ${id}`;
        captured.lines.length = 0;
        return call('PATCH', `/imports/${id}`, { date_format: '%Y-%m-%d' }, headers);
      },
      runOf: importRun,
    },
    {
      what: 'POST /imports/{id}/publish',
      status: 202,
      queue: 'imports',
      send: async (headers) => call('POST', `/imports/${await newImport()}/publish`, {}, headers),
      runOf: importRun,
    },
    {
      what: 'POST /imports/{id}/undo',
      status: 202,
      queue: 'imports',
      async send(headers) {
        const id = await newImport();
        await database.sql`
          update imports set status = 'complete', published_at = now() where id = ${id}`;
        return call('POST', `/imports/${id}/undo`, undefined, headers);
      },
      runOf: importRun,
    },
    {
      what: 'POST /import_sessions/{id}/undo',
      status: 202,
      queue: 'imports',
      async send(headers) {
        const id = await newSession();
        await database.sql`
          update import_sessions
          set status = 'complete', finished_at = now()
          where id = ${id}`;
        await database.sql`update import_chunks set status = 'complete' where session_id = ${id}`;
        return call('POST', `/import_sessions/${id}/undo`, undefined, headers);
      },
      runOf: importRun,
    },
    {
      what: 'POST /provider_connections',
      status: 201,
      queue: 'sync',
      send: (headers) => call('POST', '/provider_connections', { api_key: randomUUID() }, headers),
      runOf: firstSync,
    },
    {
      what: 'POST /provider_connections/{id}/syncs',
      status: 202,
      queue: 'sync',
      async send(headers) {
        const { householdId } = api.tenant;
        const { connectionId } = await insertTestConnection(api.context, randomUUID(), householdId);
        return call('POST', `/provider_connections/${connectionId}/syncs`, undefined, headers);
      },
      runOf: async ({ id }) => id,
    },
  ];

  /** Rounds of the scheduler over runs that are old enough, on a queue that answers. */
  async function schedule(): Promise<void> {
    const { sql } = database;
    const age = sql`updated_at = now() - interval '5 minutes'`;
    await sql`update rule_runs set ${age}, created_at = now() - interval '5 minutes'`;
    await sql`update imports set ${age}`;
    await sql`update import_sessions set ${age}`;
    await sql`update syncs set ${age}, created_at = now() - interval '5 minutes'`;
    await requeueRuns.run(workerContext(database, { queues: there }));
  }

  for (const { what, status, queue, send, runOf } of starts) {
    it(`${what} answers as always, and the scheduler queues the run`, async () => {
      const answer = await send({ 'Idempotency-Key': randomUUID() });
      expect(answer.status, answer.text).to.equal(status);
      const runId = await runOf(answer.body.data);
      expect(await there.isPending(queue, runId)).to.equal(false);
      const warnings = captured.lines.filter(({ message }) =>
        /scheduler will add it/.test(message),
      );
      expect(warnings).to.have.length(1);
      expect(Object.values(warnings[0]!)).to.include(runId);
      expect(JSON.stringify(captured.lines)).to.not.contain('pw@');
      await schedule();
      expect(await there.isPending(queue, runId)).to.equal(true);
    });
  }

  for (const headers of [{}, { 'Idempotency-Key': 'the-same' }]) {
    const how = Object.keys(headers)[0] ?? 'nothing else';
    it(`POST /import_sessions/{id}/publish with ${how} is refused and changes nothing but the error`, async () => {
      const id = await newSession();
      const answer = await call('POST', `/import_sessions/${id}/publish`, undefined, headers);
      expect(answer.status).to.equal(503);
      expect(answer.body.error).to.equal('import_enqueue_failed');
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      const { data } = (await call('GET', `/import_sessions/${id}`)).body;
      expect(data.status).to.equal('pending');
      expect(data.error.code).to.equal('import_enqueue_failed');
      const away = api.context.queues;
      api.context.queues = there;
      try {
        const again = await call('POST', `/import_sessions/${id}/publish`, undefined, headers);
        expect(again.status).to.equal(202);
        expect(again.body.data).to.include({ status: 'importing', error: null });
      } finally {
        api.context.queues = away;
      }
    });
  }
});
