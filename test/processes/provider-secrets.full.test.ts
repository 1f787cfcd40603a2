import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import type { ScriptedCall } from '../helpers/scripted-provider.ts';
import { startApi } from '../helpers/start-api.ts';
import { withBank } from '../helpers/with-bank.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { startProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';

// Letters that are written in several ways in URLs, JSON and HTML, none of them an answer to keep.
const KEY = 'sk_live/very+secret=provider&key~4711';
const PASSWORD = 'a password of the dashboard';
const ACCOUNT_NUMBER = 'DE02120300000000202051';
const forms = [
  KEY,
  encodeURIComponent(KEY),
  JSON.stringify(KEY).slice(1, -1),
  KEY.replaceAll('/', '\\/'),
  KEY.replaceAll('&', '&amp;'),
  Buffer.from(KEY).toString('base64').replaceAll('=', ''),
  Buffer.from(KEY).toString('hex'),
];

/** With REDIS_URL the queue and the limits live there, as in the rest of the suite. */
describe('a provider key', function () {
  const database = withDatabase();
  const captured = createCapturedLog();
  const bank = withBank({
    ADMIN_PASSWORD: PASSWORD,
    PROVIDER_DEBUG_RAW: 'true',
    SYNC_COOLDOWN_SECONDS: '0',
  });
  const { env } = bank;
  const api = startApi(database, { env, log: captured.log });
  const ending = withProcesses();
  let worker: RunningProcess;
  before(async () => {
    worker = ending(await startProcess('workers/sync.ts', database.config(env), env));
  });

  const accounts = [1, 2].map((id) => ({
    id,
    name: ACCOUNT_NUMBER,
    currency: 'EUR',
    status: 'ACTIVE',
  }));
  /** A provider that puts the key into every answer it can. */
  const echo = {
    error: 'x',
    message: `got x-api-key: ${KEY}`,
    url: `https://a/?k=${encodeURIComponent(KEY)}`,
  };
  const answers: string[] = [];

  async function ask(method: string, path: string, options: object = {}): Promise<any> {
    const answer = await api.request(method, path, options);
    answers.push(`${JSON.stringify([...answer.headers])} ${answer.text}`);
    return answer;
  }
  async function syncUntil(
    connectionId: string,
    calls: ScriptedCall[],
    status: string,
  ): Promise<void> {
    bank.provider.script(accounts, calls);
    await ask('POST', `/api/v1/provider_connections/${connectionId}/syncs`);
    await eventually(async () => {
      const path = `/api/v1/syncs?provider_connection_id=${connectionId}&per_page=1`;
      const [run] = (await ask('GET', path)).body.data;
      expect(run.status, worker.output.slice(-5).join('\n')).to.equal(status);
    });
  }

  it('is nowhere: logs at debug with raw answers, job data, tables, Redis, dashboard, answers', async () => {
    bank.provider.script(accounts, [{ path: '/accounts', status: 401, json: echo }]);
    const body = { name: 'Bank', api_key: KEY };
    expect((await ask('POST', '/api/v1/provider_connections', { body })).status).to.equal(422);
    bank.provider.script(accounts, [{ path: '/accounts', status: 500, json: echo, times: 9 }]);
    expect((await ask('POST', '/api/v1/provider_connections', { body })).status).to.equal(503);
    bank.provider.script(accounts, []);
    const made = await ask('POST', '/api/v1/provider_connections', { body });
    expect(made.status).to.equal(201);
    const { id } = made.body.data;

    const rows = '/accounts/1/transactions';
    const failing: ScriptedCall[] = [
      { path: rows, status: 400, json: echo, headers: { 'X-Echo': KEY } },
      { path: '/accounts/2/transactions', body_text: `<html>${KEY}</html>`, times: 9 },
      {
        path: '/accounts/1/balance',
        status: 302,
        json: echo,
        headers: { Location: `/x?key=${encodeURIComponent(KEY)}` },
      },
      { path: '/accounts/2/balance', status: 429, json: { ...echo, retry_after: 1 } },
    ];
    await syncUntil(id, failing, 'completed_with_errors');
    await syncUntil(id, [{ path: rows, status: 403, json: echo }], 'failed');
    await ask('GET', '/api/v1/provider_connections');
    await ask('GET', '/api/v1/accounts');
    await ask('GET', `/api/v1/syncs`);
    const again = { api_key: KEY };
    bank.provider.script(accounts, [{ path: '/accounts', status: 403, json: echo }]);
    await ask('PATCH', `/api/v1/provider_connections/${id}`, { body: again });

    const log = `${worker.output.join('\n')}\n${JSON.stringify(captured.lines)}`;
    expect(log).to.include('PROVIDER_DEBUG_RAW');
    expect(log).to.not.include(ACCOUNT_NUMBER);
    expectNoKey({ log, answers: answers.join('\n'), dashboard: await readDashboard() });
    expectNoKey(await readTables());
    expectNoKey(await readRedis());
  });

  function expectNoKey(places: Record<string, string>): void {
    expect(Object.keys(places)).to.not.be.empty;
    for (const [place, text] of Object.entries(places)) {
      for (const form of forms) expect(text.includes(form), `${form} in ${place}`).to.equal(false);
    }
  }

  /** Pages and data of the dashboard, every job with its log included. */
  async function readDashboard(): Promise<string> {
    const login = await api.request('POST', '/admin/login', {
      as: 'none',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
      },
      body: new URLSearchParams({ password: PASSWORD }).toString(),
    });
    const headers = { Cookie: login.headers.get('set-cookie')!.split(';')[0]!, Accept: '*/*' };
    const get = async (path: string): Promise<string> => {
      const { status, text } = await api.request('GET', `/admin/queues${path}`, {
        as: 'none',
        headers,
      });
      expect(status, path).to.equal(200);
      return text;
    };
    const list = await get('/api/queues?activeQueue=sync&status=failed&page=1&jobsPerPage=20');
    const { jobs } = JSON.parse(list).queues.find(({ name }: any) => name === 'sync');
    expect(jobs).to.not.be.empty;
    const pages = [list, await get('/'), await get('/queue/sync')];
    for (const job of jobs) {
      pages.push(
        await get(`/api/queues/sync/${job.id}`),
        await get(`/api/queues/sync/${job.id}/logs`),
      );
    }
    return pages.join('\n');
  }

  async function readTables(): Promise<Record<string, string>> {
    const tables = await database.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE'
        and table_schema not in ('pg_catalog', 'information_schema')`;
    const texts: Record<string, string> = {};
    for (const { name } of tables) {
      const rows = await database.sql.unsafe(`select row::text as text from ${name} as row`);
      texts[name] = rows.map((row) => row['text'] as string).join('\n');
    }
    return texts;
  }

  async function readRedis(): Promise<Record<string, string>> {
    const { redisUrl, queuePrefix } = database.config(env);
    if (redisUrl === null) return { 'no Redis': '' };
    const redis = new Redis(redisUrl);
    const texts: Record<string, string> = {};
    for (const key of await redis.keys(`*${queuePrefix}*`)) {
      // Whatever its type: the serialised value holds short texts as they are.
      const value = await redis.dumpBuffer(key);
      texts[key] = `${key} ${value.toString('latin1')}`;
      if ((await redis.type(key)) === 'hash')
        texts[key] += JSON.stringify(await redis.hgetall(key));
    }
    redis.disconnect();
    return texts;
  }
});
