import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../scripts/ports.ts';
import { serverUser } from '../../scripts/embedded-postgres/server-user.ts';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres/server.ts';
import type { EmbeddedServer } from '../../scripts/embedded-postgres/server.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { makeCertificate } from '../helpers/certificate.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import { eventually } from '../helpers/eventually.ts';
import { createTenant } from '../helpers/start-api.ts';
import { launchProcess } from '../helpers/processes.ts';
import { holdTable } from '../helpers/hold-lock.ts';

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

/** Signals processes. Postgres ends and starts some of its own at any time. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

/** Settings of a server that speaks TLS and nothing else; null where no certificate can be made. */
function secureSettings(directory: string): Record<string, string> | null {
  const certificate = makeCertificate();
  if (certificate === null) return null;
  const settings: Record<string, string> = { ssl: 'on' };
  const user = serverUser();
  if (user !== null) chownSync(directory, user.uid, user.gid);
  for (const name of ['key', 'cert'] as const) {
    const file = path.join(directory, name);
    writeFileSync(file, certificate[name], { mode: 0o600 });
    if (user !== null) chownSync(file, user.uid, user.gid);
    settings[`ssl_${name}_file`] = file;
  }
  return settings;
}

const title = { plain: 'a Postgres that hangs', tls: 'a Postgres that hangs, through TLS' };
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;
for (const way of ['plain', 'tls'] as const) describeOnLinux(title[way], () => hangs(way));

function hangs(way: 'plain' | 'tls'): void {
  let directory: string;
  let server: EmbeddedServer | undefined;
  let sql: Sql;
  let key: string;
  let web: ChildProcess;
  let base: string;
  let metricsPort: number;

  before(async function () {
    directory = mkdtempSync(path.join(tmpdir(), 'ledgerline-frozen-'));
    const secure = way === 'tls' ? secureSettings(directory) : {};
    if (secure === null) return this.skip();
    server = await startEmbeddedPostgres({
      password: 'frozen',
      settings: { fsync: 'off', ...secure },
    });
    const url = server.urlOf('postgres');
    await migrate(url);
    sql = connect({ databaseUrl: url, poolMax: 2, applicationName: 'test' });
    key = (await createTenant({ sql }, 'Household')).writeKey;
    metricsPort = await freePort();
    const launched = launchProcess('api/main.ts', {
      ...TIMEOUTS,
      ...(way === 'plain'
        ? { DATABASE_URL: url }
        : {
            DATABASE_URL: `${url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`,
            NODE_EXTRA_CA_CERTS: path.join(directory, 'cert'),
          }),
      REDIS_URL: '',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'info',
    });
    web = launched.child;
    base = `http://127.0.0.1:${await launched.port()}`;
    await eventually(async () => expect(await status()).to.equal(200));
  });
  after(async function () {
    rmSync(directory, { recursive: true });
    if (server === undefined) return;
    signal(processesOf(server), 'SIGCONT');
    web.kill('SIGKILL');
    await sql.end({ timeout: 1 });
    await server.stop();
  });

  const status = async (operation = 'transactions'): Promise<number> => {
    const answer = await fetch(`${base}/api/v1/${operation}`, { headers: { 'X-Api-Key': key } });
    await answer.text();
    return answer.status;
  };
  const many = (): Promise<number[]> =>
    Promise.all(Array.from({ length: REQUESTS }, () => status()));
  const allRefused = Array.from({ length: REQUESTS }, () => 503);

  it('is answered with 503 while a table is locked, also to those who wait for a connection', async function () {
    const release = await holdTable(sql, 'transactions');
    expect(await many()).to.deep.equal(allRefused);
    // An answer that is sent in pieces has none yet.
    expect(await status('export')).to.equal(503);
    await release();
    expect(await status()).to.equal(200);
  });

  it('is answered with 503 while it is frozen, and the pool recovers when it continues', async function () {
    expect(await many()).to.include(200);
    if (way === 'tls') {
      const seen = await sql`
        select ssl from pg_stat_ssl join pg_stat_activity using (pid)
        where application_name = 'ledgerline-web'`;
      expect(seen.map(({ ssl }) => ssl as boolean))
        .to.include(true)
        .and.not.include(false);
    }
    const frozen = processesOf(server!);
    signal(frozen, 'SIGSTOP');
    // No answer would come while it is stopped: that they are here is the test.
    expect(await many()).to.deep.equal(allRefused);
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).to.equal(503);
    expect(((await ready.json()) as { reason: string }).reason).to.include('in time');
    // Prometheus gives a scrape 10 s.
    const scrape = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, {
      signal: AbortSignal.timeout(10_000),
    });
    const exported = await scrape.text();
    expect(exported).to.include('ledgerline_postgres_up 0').and.include('ledgerline_queue_up 0');
    signal(frozen, 'SIGCONT');
    await eventually(async () => expect(await status()).to.equal(200));
    await eventually(async () => expect(await many()).to.deep.equal(allRefused.map(() => 200)));
  });
}
