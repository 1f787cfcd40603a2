import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { systemClock } from '../../shared/platform/clock.ts';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { judge } from '../../shared/queue/readiness.ts';
import { findSync } from '../../shared/sync/store/syncs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { askOps } from '../helpers/ops-command.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../helpers/redis-server.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { answered, startApi } from '../helpers/start-api.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../helpers/sync-harness.ts';
import { withDatabase } from '../helpers/with-database.ts';
import {
  launchProcess,
  startProcess,
  withProcesses,
  type RunningProcess,
} from '../helpers/processes.ts';

/** Longer than a run waited for its limits' store before it was made to wait for a minute. */
const OUTAGE_MS = 13_000;

(hasRedisServer ? describe : describe.skip)('a Redis that is away or refuses writes', function () {
  const database = withDatabase();
  const ending = withProcesses(afterEach);
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV, REDIS_URL: '' };
  let redis: TestRedis;
  const provider = withScriptedProvider();

  before(async () => {
    redis = await startRedis();
    Object.assign(env, { REDIS_URL: redis.url, PROVIDER_BASE_URL: provider.url });
  });
  afterEach(() => redis.refuseWrites(false));
  after(() => redis.close());

  async function start(entry: string): Promise<RunningProcess> {
    const config = database.config(env);
    return ending(await startProcess(entry, config, { ...env, WORKER_PORT: '0' }));
  }
  const lines = (running: RunningProcess, part: string): Record<string, any>[] =>
    running.output.filter((line) => line.includes(part)).map((line) => JSON.parse(line));

  it('is said once by a worker, which tries again later and later', async () => {
    const worker = await start('workers/rules.ts');
    await redis.refuseWrites(true);
    await eventually(() => expect(lines(worker, 'NOREPLICAS')).to.have.length.at.least(1));
    const before = await redis.refusedWrites();
    await eventually(async () => {
      expect(await redis.refusedWrites()).to.be.at.least(before + 3);
    });
    await redis.refuseWrites(false);
    const over = await eventually(() => {
      const [line] = lines(worker, 'worker rules: works again');
      expect(line, worker.output.slice(-5).join('\n')).to.be.an('object');
      return line!;
    });
    // By the worker's own clock. A loop without waits fails hundreds of times a second.
    const seconds = Number(/after (\d+) s/.exec(String(over['message']))?.[1]);
    expect(over['failures']).to.be.within(1, 10 + seconds);
    expect(lines(worker, 'NOREPLICAS')).to.have.length.at.most(3);
    worker.child.kill('SIGTERM');
    expect(await worker.exited).to.equal(0);
  });

  it('is told from one that is full, that refuses the password, and that may remove jobs', async () => {
    const { sql } = database;
    const { log } = createCapturedLog();
    const own = (url: string) => createQueues({ ...database.config(env), redisUrl: url }, log);
    const queues = own(redis.url);
    const set = (name: string, value: string) => redis.ask((to) => to.config('SET', name, value));
    const faultOf = async (of: Queues) => (await judge({ sql, queues: of })).queue;
    const doctor = async () =>
      (
        await askOps(
          { sql, queues, log, clock: systemClock, config: database.config(env) },
          'doctor',
        )
      ).text;
    expect(await faultOf(queues)).to.equal(null);
    expect(await doctor()).to.not.include('maxmemory');
    await set('maxmemory-policy', 'allkeys-lru');
    expect(await doctor()).to.include(
      '(maxmemory-policy allkeys-lru): CONFIG SET maxmemory-policy noeviction',
    );
    const worker = await start('workers/rules.ts');
    await worker.says('Eviction policy is allkeys-lru');
    for (const line of worker.output) expect(JSON.parse(line)).to.have.property('level');
    await set('maxmemory-policy', 'noeviction');
    await set('maxmemory', '1');
    expect(await faultOf(queues)).to.equal('Redis has reached its maxmemory: raise it (OOM)');
    await set('maxmemory', '0');
    await queues.close();
    const stranger = own(redis.url.replace('//', '//someone:wrong@'));
    expect(await faultOf(stranger)).to.equal(
      'Redis refuses the user or the password of REDIS_URL (WRONGPASS)',
    );
    await stranger.close();
  });

  it('is asked no more by queues that closed while it was away', async () => {
    const { sql } = database;
    const queues = createQueues(database.config(env), createCapturedLog().log);
    expect((await judge({ sql, queues })).queue).to.equal(null);
    await redis.kill();
    expect((await judge({ sql, queues })).queue).to.not.equal(null);
    await queues.close();
    await redis.start();
    // bullmq connects again after a second.
    await delay(2500);
    const clients = await redis.ask((to) => to.client('LIST'));
    expect(String(clients).trim().split('\n')).to.have.length(1);
  });

  it('is what the health of a worker blames when it hangs, not Postgres; and the metrics say so', async () => {
    const { queuePrefix } = database.config(env);
    const own = { ...env, DATABASE_URL: database.url, QUEUE_PREFIX: queuePrefix };
    const worker = ending(launchProcess('workers/rules.ts', own));
    await worker.says('is working');
    const base = `http://127.0.0.1:${await worker.port()}`;
    redis.freeze(true);
    try {
      for (const path of ['/healthz', '/readyz']) {
        const answer = await fetch(base + path);
        expect(answer.status, path).to.equal(503);
        const body = (await answer.json()) as Record<string, string>;
        expect(body, path).to.include({ postgres: 'ok', queue: 'away' });
        expect(body['reason'], path).to.include('Redis').and.not.include('Postgres');
      }
      expect((await fetch(`${base}/livez`)).status).to.equal(200);
      const metrics = await (await fetch(`${base}/metrics`)).text();
      expect(metrics).to.include('ledgerline_postgres_up 1').and.include('ledgerline_queue_up 0');
    } finally {
      redis.freeze(false);
    }
  });

  it('does not keep a worker from stopping', async () => {
    const worker = await start('workers/rules.ts');
    await redis.refuseWrites(true);
    await eventually(() => expect(lines(worker, 'NOREPLICAS')).to.have.length.at.least(1));
    worker.child.kill('SIGTERM');
    expect(await worker.exited).to.equal(0);
  });

  describe('under a running sync', () => {
    let queues: Queues;
    before(() => {
      queues = createQueues(database.config(env), createCapturedLog().log);
    });
    after(() => queues.close());

    it('holds the run for as long as it lasts, up to a minute', async () => {
      const account = { id: 1, name: 'Account', currency: 'EUR', status: 'ACTIVE' };
      const pages = [0, 1].map((page) => ({
        path: '/accounts/1/transactions',
        status: 200,
        ...(page === 0 ? {} : { query: { cursor: 'next' } }),
        json: { transactions: [], total: 0, next_cursor: page === 0 ? 'next' : null },
      }));
      provider.script([account], pages);
      let isDown: () => void = () => undefined;
      const down = new Promise<void>((resolve) => (isDown = resolve));
      provider.onRequest = async (path) => {
        if (path !== '/accounts/1/transactions') return;
        provider.onRequest = null;
        await redis.kill();
        isDown();
      };
      const worker = await start('workers/sync.ts');
      const context = { config: database.config(env), sql: database.sql };
      const owner = await insertTestConnection(context, 'a-key-of-this-test');
      const made = await beginSync(database.sql, owner, { queues });
      await down;
      await delay(OUTAGE_MS);
      await redis.start();
      await eventually(async () => {
        const found = await findSync(database.sql, owner.householdId, made.id);
        expect(found?.status, worker.output.slice(-5).join('\n')).to.equal('completed');
      });
      expect(worker.output.filter((line) => line.includes('ECONNREFUSED')).length).to.be.below(20);
    });
  });

  describe('under the API', () => {
    const api = startApi(database, { env });
    const connectBank = (api_key = 'another-key') =>
      api.request('POST', '/api/v1/provider_connections', { body: { api_key } });

    it('does not keep people from connecting a bank or changing its key: their syncs follow when Redis is back', async () => {
      provider.script([], []);
      await redis.refuseWrites(true);
      const made = await answered(201, connectBank('a-key-to-change'));
      await redis.kill();
      await answered(201, connectBank());
      const path = `/api/v1/provider_connections/${made.body.data.id}`;
      await api.answers(200, 'PATCH', path, { body: { api_key: 'the-next-key' } });
      await redis.start();
    });

    it('is found by the readiness check, which writes too', async () => {
      await eventually(async () =>
        expect((await fetch(`${api.baseUrl}/readyz`)).status).to.equal(200),
      );
      await redis.refuseWrites(true);
      const answer = await fetch(`${api.baseUrl}/readyz`);
      expect(answer.status).to.equal(503);
      const body = (await answer.json()) as Record<string, string>;
      expect(body).to.include({ status: 'unavailable', postgres: 'ok', queue: 'away' });
      expect(body['reason']).to.include('NOREPLICAS');
    });
  });
});
