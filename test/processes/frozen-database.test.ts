import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres/server.ts';
import type { EmbeddedServer } from '../../scripts/embedded-postgres/server.ts';
import { connect } from '../../shared/db/connect.ts';
import type { Sql } from '../../shared/db/connect.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { eventually } from '../helpers/eventually.ts';
import { createTenant } from '../helpers/start-api.ts';
import { launchProcess } from '../helpers/start-process.ts';

/** Shorter than the defaults, so that the test is: every bound follows from them. */
const TIMEOUTS = { DATABASE_STATEMENT_TIMEOUT_MS: '2000', DATABASE_LOCK_TIMEOUT_MS: '1000' };
/** More than the pool has connections. */
const REQUESTS = 30;

/** The server and all processes that it has forked. */
function processesOf(server: EmbeddedServer): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return new RegExp(`^PPid:\\s+${server.pid}$`, 'm').test(
        readFileSync(`/proc/${name}/status`, 'utf8'),
      );
    } catch {
      return false;
    }
  });
  return [server.pid, ...children.map(Number)];
}

(process.platform === 'linux' ? describe : describe.skip)('a Postgres that hangs', function () {
  this.timeout(120_000);
  let server: EmbeddedServer;
  let sql: Sql;
  let key: string;
  let web: ChildProcess;
  let base: string;

  before(async () => {
    server = await startEmbeddedPostgres({ password: 'frozen', settings: { fsync: 'off' } });
    const databaseUrl = server.urlOf('postgres');
    await migrate(databaseUrl);
    sql = connect({ databaseUrl, poolMax: 2, applicationName: 'test' });
    key = (await createTenant({ sql }, 'Household')).writeKey;
    const launched = launchProcess('api/main.ts', {
      ...TIMEOUTS,
      DATABASE_URL: databaseUrl,
      REDIS_URL: '',
      LOG_LEVEL: 'info',
    });
    web = launched.child;
    base = `http://127.0.0.1:${await launched.port()}`;
    await eventually(async () => expect(await status()).to.equal(200), { timeoutMs: 40_000 });
  });
  after(async () => {
    for (const pid of processesOf(server)) process.kill(pid, 'SIGCONT');
    web.kill('SIGKILL');
    await sql.end({ timeout: 1 });
    await server.stop();
  });

  const status = async (): Promise<number> => {
    const answer = await fetch(`${base}/api/v1/transactions`, { headers: { 'X-Api-Key': key } });
    await answer.text();
    return answer.status;
  };
  const many = (): Promise<number[]> => Promise.all(Array.from({ length: REQUESTS }, status));
  const allRefused = Array.from({ length: REQUESTS }, () => 503);

  it('is answered with 503 while a table is locked, also to those who wait for a connection', async () => {
    let unlock: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (unlock = resolve));
    let isLocked: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const holding = sql.begin(async (tx) => {
      await tx`lock table transactions in access exclusive mode`;
      isLocked();
      await held;
    });
    await locked;
    expect(await many()).to.deep.equal(allRefused);
    unlock();
    await holding;
    expect(await status()).to.equal(200);
  });

  it('is answered with 503 while it is frozen, and the pool recovers when it goes on', async () => {
    expect(await many()).to.include(200);
    const frozen = processesOf(server);
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    // No answer would come while it is stopped: that they are here is the test.
    expect(await many()).to.deep.equal(allRefused);
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).to.equal(503);
    expect(((await ready.json()) as { reason: string }).reason).to.include('in time');
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    await eventually(async () => expect(await status()).to.equal(200), { timeoutMs: 30_000 });
    await eventually(async () => expect(await many()).to.deep.equal(allRefused.map(() => 200)), {
      timeoutMs: 30_000,
    });
  });
});
