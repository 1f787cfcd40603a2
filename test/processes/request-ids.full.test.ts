import { expect } from 'chai';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { insertOrJoinSync } from '../../shared/sync/store/syncs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { createTenant } from '../helpers/start-api.ts';
import { launchProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';
import { SYNC_ENV, insertTestConnection } from '../helpers/sync-harness.ts';
import { withDatabase } from '../helpers/with-database.ts';

type Line = Record<string, unknown>;

describe('one request id', function () {
  const database = withDatabase();
  const ending = withProcesses();
  let launched: RunningProcess[];
  const provider = withScriptedProvider();
  let queues: Queues;
  let sync: RunningProcess;
  let web: RunningProcess;

  before(async () => {
    const { databaseUrl, queuePrefix } = database.config();
    queues = createQueues(database.config(), createCapturedLog().log);
    const env = {
      ...SYNC_ENV,
      PROVIDER_BASE_URL: provider.url,
      DATABASE_URL: databaseUrl,
      QUEUE_PREFIX: queuePrefix,
    };
    const launch = (entry: string): RunningProcess => ending(launchProcess(entry, env));
    web = launch('api/main.ts');
    sync = launch('workers/sync.ts');
    launched = [web, sync, launch('workers/rules.ts')];
  });
  after(() => queues.close());

  async function connect(householdId?: string) {
    const context = { config: database.config(SYNC_ENV), sql: database.sql };
    return insertTestConnection(context, `key-${Math.random()}-secret`, householdId);
  }

  const linesOf = (id: string): Line[] =>
    launched.flatMap(({ lines }) => lines.filter((line) => line['request_id'] === id));
  const lineOf = (process: RunningProcess, syncId: string, text: string): Promise<Line> =>
    eventually(() => {
      const found = process.lines.find(
        (line) => line['sync_id'] === syncId && String(line['message']).includes(text),
      );
      if (found === undefined) throw new Error(`no ${text}:\n${JSON.stringify(process.lines)}`);
      return found;
    });

  it('finds every line of a POST: those of web, of the sync and its waits, of the rules after it, and the provider’s', async () => {
    const { writeKey, householdId } = await createTenant(database, 'Household');
    const { connectionId } = await connect(householdId);
    const date = new Date().toISOString().slice(0, 10);
    const row = { id: 't1', amount: -1, currency: 'EUR', date, merchant: 'Cafe', isPending: false };
    // Rules follow a sync where there could be transfers between two accounts.
    const accounts = [1, 2].map((id) => {
      return { id, name: `Account ${id}`, currency: 'EUR', status: 'ACTIVE' };
    });
    provider.script(accounts, [
      { path: '/accounts', status: 429, headers: { 'Retry-After': '1' } },
      { path: '/accounts/1/transactions', json: { transactions: [row], total: 1 } },
    ]);
    const base = `http://127.0.0.1:${await web.port()}`;
    await eventually(async () => expect((await fetch(`${base}/readyz`)).status).to.equal(200));
    const url = `${base}/api/v1/provider_connections/${connectionId}/syncs`;
    const headers = { 'X-Api-Key': writeKey, 'X-Request-Id': 'ask-4711' };
    const answer = await fetch(url, { method: 'POST', headers });
    expect(answer.status).to.equal(202);
    expect(answer.headers.get('x-request-id')).to.equal('ask-4711');
    const { data } = (await answer.json()) as { data: { id: string } };

    await lineOf(sync, data.id, 'sync-connection done');
    const found = await eventually(() => {
      const lines = linesOf('ask-4711');
      expect(lines.map(({ message }) => String(message)).join('\n')).to.include('apply-rules done');
      return lines;
    });
    const logged = found
      .map(({ process, message }) => `${String(process)}: ${String(message)}`)
      .join('\n');
    expect(logged).to.match(/web: POST .* 202/);
    expect(logged).to.match(/worker-sync: sync-connection continues in 1 s: \S+ limits .* \(429\)/);
    expect(found.every((line) => line['household_id'] === householdId)).to.equal(true);
    for (const line of sync.lines.filter((each) => 'job_id' in each)) {
      expect(line).to.include({
        queue: 'sync',
        job: 'sync-connection',
        job_id: data.id,
        request_id: 'ask-4711',
        household_id: householdId,
        connection_id: connectionId,
        sync_id: data.id,
      });
    }
    expect(provider.seen).to.have.length.above(2);
    expect(new Set(provider.seen.map(({ requestId }) => requestId))).to.deep.equal(
      new Set(['ask-4711']),
    );
  });

  it('gives each unrequested run its own id', async () => {
    provider.script([], []);
    const runs = [];
    for (const { householdId, connectionId } of [await connect(), await connect()]) {
      const now = new Date();
      runs.push(
        (await insertOrJoinSync(database.sql, householdId, connectionId, 'scheduled', now)).sync,
      );
    }
    await syncConnectionJob.enqueue(queues, ...runs);
    const ids = [];
    for (const { id } of runs) {
      const done = await lineOf(sync, id, 'sync-connection');
      ids.push(done['request_id']);
      expect(linesOf(String(done['request_id'])).map((line) => line['sync_id'])).to.deep.equal(
        linesOf(String(done['request_id'])).map(() => id),
      );
    }
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.to.equal(ids[1]);
    expect(provider.seen.map(({ requestId }) => requestId)).to.include.members(ids);
  });
});
