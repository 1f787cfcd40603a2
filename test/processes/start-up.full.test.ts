import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { createQueues } from '../../shared/queue/queues.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { startServerProxy, type ServerProxy } from '../helpers/server-proxy.ts';
import { launchProcess, withProcesses, type RunningProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

const PROCESSES = [
  'api/main.ts',
  'workers/sync.ts',
  'workers/imports.ts',
  'workers/rules.ts',
  'workers/scheduler.ts',
];

describe('a process that comes up before what it needs', function () {
  const database = withDatabase();
  const ending = withProcesses(afterEach);
  const made: string[] = [];
  const connections: Sql[] = [];
  const proxies: ServerProxy[] = [];
  // What is missing must not be found in a Redis.
  const env = { REDIS_URL: '' };

  const named = (name: string): string => {
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const newName = (): string => `ledgerline_missing_${randomBytes(6).toString('hex')}`;
  const create = async (name: string): Promise<string> => {
    await database.sql.unsafe(`create database ${name}`);
    made.push(name);
    return named(name);
  };
  const launch = (entry: string, databaseUrl: string, own: NodeJS.ProcessEnv = {}) =>
    ending(launchProcess(entry, { ...env, DATABASE_URL: databaseUrl, ...own }));
  afterEach(async () => {
    for (const sql of connections.splice(0)) await sql.end({ timeout: 5 });
    for (const proxy of proxies.splice(0)) await proxy.close();
    for (const name of made.splice(0)) {
      await database.sql.unsafe(`drop database ${name} with (force)`);
    }
  });

  /** A job that is added is done. */
  const expectWork = async (url: string, settings: NodeJS.ProcessEnv): Promise<void> => {
    const config = loadConfig({ ...env, ...settings, DATABASE_URL: url });
    const queues = createQueues(config, createCapturedLog().log);
    try {
      const runId = randomUUID();
      await applyRules.enqueue(queues, { householdId: randomUUID(), id: runId });
      const rules = queues.all().find(({ name }) => name === 'rules');
      await eventually(async () => expect(await rules?.getJobState(runId)).to.equal('completed'));
    } finally {
      await queues.close();
    }
  };

  /** Without migrations, and with a table that counts how often a process has looked for them. */
  const createUnmigrated = async (): Promise<{
    url: string;
    countLooks: () => Promise<number>;
  }> => {
    const url = await create(newName());
    const own = connect({ databaseUrl: url, poolMax: 1, applicationName: 'test' });
    connections.push(own);
    await own.unsafe(`
      create sequence looks;
      create function look() returns text language sql volatile as $$ select nextval('looks')::text $$;
      create view schema_migrations as select look() as name`);
    return {
      url,
      countLooks: async () => {
        const [row] = await own`select last_value, is_called from looks`;
        return row?.['isCalled'] === true ? Number(row['lastValue']) : 0;
      },
    };
  };
  /** Answers while it waits, and ends on request. */
  const expectPatience = async (entry: string, running: RunningProcess, reason: string) => {
    const base = `http://127.0.0.1:${await running.port()}`;
    const health = await fetch(`${base}/healthz`);
    expect(health.status).to.equal(entry.startsWith('api') ? 200 : 503);
    expect((await fetch(`${base}/livez`)).status).to.equal(200);
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).to.equal(503);
    expect(((await ready.json()) as { reason: string }).reason).to.include(reason);
    if (!entry.startsWith('api')) {
      const metrics = await (await fetch(`${base}/metrics`)).text();
      expect(metrics).to.include('ledgerline_postgres_up 0').and.include('ledgerline_queue_up 0');
      expect(metrics).not.to.include('ledgerline_queue_jobs{');
    }
    running.child.kill('SIGTERM');
    expect(await running.exited).to.equal(0);
    const warnings = running.lines.filter(
      ({ level, message }) => level === 'warn' && String(message).includes(reason),
    );
    expect(warnings, JSON.stringify(warnings)).to.have.length(1);
  };

  it('of any kind: missing migrations are said once, answered on request, and it ends with SIGTERM', async () => {
    const waits = PROCESSES.map(async (entry) => {
      const { url, countLooks } = await createUnmigrated();
      const running = launch(entry, url);
      // A busy machine may say first that Postgres does not answer.
      const said = await running.says('migrations');
      expect(said['message'], entry)
        .to.include('waiting to start')
        .and.to.include('npm run migrate');
      // It keeps looking, and says no more.
      await eventually(async () => expect(await countLooks(), entry).to.be.at.least(3));
      await expectPatience(entry, running, 'migrations');
    });
    await Promise.all(waits);
  });

  it('a database that is not there is said once, answered on request, and ends with SIGTERM', async () => {
    const name = newName();
    const entry = 'workers/rules.ts';
    const running = launch(entry, named(name));
    const said = await running.says(name);
    expect(said['message']).to.include('waiting to start').and.to.include('DATABASE_URL');
    await expectPatience(entry, running, name);
  });

  it('web answers the API with 503 without migrations, and works once they are there', async () => {
    const url = await create(newName());
    const running = launch('api/main.ts', url);
    expect((await running.says('migrate'))['message']).to.include('waiting to start');
    const base = `http://127.0.0.1:${await running.port()}`;
    const refused = await fetch(`${base}/api/v1/usage`, { headers: { 'X-Api-Key': 'ledg_x' } });
    expect(refused.status).to.equal(503);
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0);
    await migrate(url);
    await eventually(async () => {
      const answer = await fetch(`${base}/api/v1/usage`, { headers: { 'X-Api-Key': 'ledg_x' } });
      expect(answer.status).to.equal(401);
    });
    await eventually(async () => expect((await fetch(`${base}/readyz`)).status).to.equal(200));
  });

  it('a worker whose queue has no tables says so', async () => {
    const url = await create(newName());
    await migrate(url, 'another');
    const running = launch('workers/rules.ts', url);
    expect((await running.says('release command'))['message'])
      .to.include('waiting to start')
      .and.to.include('queue');
    await migrate(url);
    await running.says('worker-rules is working');
  });

  it('a worker takes its jobs from a separate database', async () => {
    const url = await create(newName());
    const queueUrl = await create(newName());
    await migrate(url, 'ledgerline', queueUrl);
    const settings = { QUEUE_DATABASE_URL: queueUrl };
    await launch('workers/rules.ts', url, settings).says('worker-rules is working');
    const own = connect({ databaseUrl: url, poolMax: 1, applicationName: 'test' });
    connections.push(own);
    const schemas =
      await own`select from information_schema.schemata where schema_name like '%queue'`;
    expect(schemas).to.have.length(0);
    await expectWork(url, settings);
  });

  it('a worker outlives a Postgres that crashes while it connects, and takes jobs then', async () => {
    const url = await create(newName());
    await migrate(url);
    let greeted = 0;
    const proxy = await startServerProxy(url, {
      // At the first statement of a pool of the queue: of the one that looks whether it is there, and of the worker's.
      change: (said) => {
        if (!said.includes('min_client_version')) return said;
        greeted += 1;
        if (greeted !== 1 && greeted !== 3) return said;
        proxy.reset();
        return Buffer.alloc(0);
      },
    });
    proxies.push(proxy);
    const running = launch('workers/rules.ts', url, { QUEUE_DATABASE_URL: proxy.url });
    await running.says('worker-rules is working');
    await expectWork(url, { QUEUE_DATABASE_URL: url });
    expect(greeted).to.be.at.least(3);
    expect(running.child.exitCode).to.equal(null);
  });
});
