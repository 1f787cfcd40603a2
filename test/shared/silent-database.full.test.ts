import { expect } from 'chai';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { isDatabaseAway, isDatabaseTimeout } from '../../shared/platform/connection-errors.ts';
import { makeCertificate } from '../helpers/certificate.ts';
import { startServerProxy, type ServerProxy } from '../helpers/server-proxy.ts';
import { eventually } from '../helpers/eventually.ts';
import { withDatabase } from '../helpers/with-database.ts';

const TIMEOUTS = { statementMs: 500, lockMs: 500, idleInTransactionMs: 60_000 };

describe('a connection to Postgres that goes silent', function () {
  const database = withDatabase();
  const certificate = makeCertificate();
  const open: { sql: Sql; proxy: ServerProxy }[] = [];
  afterEach(async () => {
    for (const { sql, proxy } of open.splice(0)) {
      await proxy.close();
      await sql.end({ timeout: 1 });
    }
  });

  const poolOn = (databaseUrl: string, boundsWaiting: boolean): Sql =>
    connect({
      databaseUrl,
      poolMax: 1,
      applicationName: 'silent-test',
      timeouts: { ...TIMEOUTS, boundsWaiting },
    });
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  for (const [name, through] of [
    ['in the clear', null],
    ['through TLS', certificate],
  ] as const) {
    it(`is given up ${name}, by requests and jobs, and the pool opens another`, async function () {
      if (name === 'through TLS' && through === null) this.skip();
      const loseOne = async (boundsWaiting: boolean): Promise<void> => {
        const proxy = await startServerProxy(database.url, { certificate: through });
        const sql = poolOn(proxy.url, boundsWaiting);
        open.push({ sql, proxy });
        const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
        // The proxy ends TLS: that we speak it is seen by the connection that works.
        expect(row).to.deep.equal({ ssl: false });
        proxy.freeze();
        const lost = await failureOf(sql`select 1 as one`);
        expect(isDatabaseAway(lost) || isDatabaseTimeout(lost), String(lost)).to.equal(true);
        // The pool has one connection: only one that was given up can be replaced.
        await eventually(async () =>
          expect(await sql`select 1 as one`).to.deep.equal([{ one: 1 }]),
        );
      };
      await Promise.all([loseOne(true), loseOne(false)]);
    });
  }

  it('is given up by a job long before its time is over when nothing answers a new connection either', async () => {
    const loseTo = async (part: (proxy: ServerProxy) => void): Promise<unknown> => {
      const proxy = await startServerProxy(database.url);
      const sql = connect({
        databaseUrl: proxy.url,
        poolMax: 1,
        applicationName: 'silent-test',
        timeouts: { ...TIMEOUTS, statementMs: 600_000, boundsWaiting: false },
      });
      open.push({ sql, proxy });
      // A server that works is asked whether it is there, and stays.
      await sql`select pg_sleep(6)`;
      part(proxy);
      return failureOf(sql`select 1 as one`);
    };
    const [refused, ignored] = await Promise.all([
      loseTo((proxy) => proxy.vanish()),
      loseTo((proxy) => proxy.cut()),
    ]);
    expect(refused).to.include({ code: 'ETIMEDOUT' });
    expect(ignored).to.include({ code: 'ETIMEDOUT' });
  });

  it('takes a server without TLS where that is allowed, and refuses it where it is not', async () => {
    for (const [mode, works] of [
      ['prefer', true],
      ['require', false],
    ] as const) {
      const url = new URL(database.url);
      url.searchParams.set('sslmode', mode);
      const sql = poolOn(url.href, true);
      const failure = await failureOf(sql`select 1`);
      if (works) expect(failure).to.equal(null);
      else expect(String(failure)).to.include('does not speak TLS');
      await sql.end({ timeout: 1 });
    }
  });

  it('refuses a certificate that is not vouched for where it is to be verified', async function () {
    if (certificate === null) this.skip();
    const proxy = await startServerProxy(database.url, { certificate });
    const sql = poolOn(proxy.url.replace('=require', '=verify-full'), true);
    open.push({ sql, proxy });
    expect(String(await failureOf(sql`select 1`))).to.include('self-signed');
  });

  it('is an outage when nothing listens, through TLS alike', async () => {
    const sql = poolOn('postgres://nobody@127.0.0.1:1/none?sslmode=require', true);
    const failure = await failureOf(sql`select 1`);
    expect(isDatabaseAway(failure), String(failure)).to.equal(true);
    await sql.end({ timeout: 1 });
  });
});
