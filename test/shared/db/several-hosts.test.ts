import { expect } from 'chai';
import { loadConfig } from '../../../shared/config.ts';
import { connect, requestTimeouts } from '../../../shared/db/connect.ts';
import type { Sql } from '../../../shared/db/connect.ts';
import { findPrimaryUrl } from '../../../shared/db/find-primary-url.ts';
import { eachHost } from '../../../shared/db/hosts.ts';
import { makeCertificate } from '../../helpers/certificate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startServerProxy } from '../../helpers/server-proxy.ts';
import type { ProxyOptions, ServerProxy } from '../../helpers/server-proxy.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** A message of the protocol that says a setting of the server. */
function parameterStatus(value: string): Buffer {
  const text = Buffer.from(`in_hot_standby\0${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length + 4);
  return Buffer.concat([Buffer.from('S'), length, text]);
}
const [OFF, ON] = [parameterStatus('off'), parameterStatus('on')];

describe('a connection string with several hosts', function () {
  const database = withDatabase();
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  /** A server that says of itself that it is a standby for as long as it is one. */
  async function startMember(isStandby: boolean, options: ProxyOptions = {}) {
    const member = { isStandby, greeted: 0, proxy: undefined as unknown as ServerProxy };
    member.proxy = await startServerProxy(database.url, {
      ...options,
      change(said) {
        const at = said.indexOf(OFF);
        if (at < 0) return said;
        member.greeted += 1;
        const status = member.isStandby ? ON : OFF;
        return Buffer.concat([said.subarray(0, at), status, said.subarray(at + OFF.length)]);
      },
    });
    open.push(() => member.proxy.close());
    return member;
  }
  const urlOf = (...urls: string[]): string => {
    const [first = '', ...others] = urls;
    const hosts = [first, ...others].map((url) => new URL(url).host).join(',');
    return first.replace(new URL(first).host, hosts);
  };
  function poolOn(databaseUrl: string, poolMax = 1): Sql {
    const config = loadConfig({ DATABASE_URL: databaseUrl, REDIS_URL: 'redis://127.0.0.1:1' });
    const timeouts = requestTimeouts(config);
    const sql = connect({ databaseUrl, poolMax, applicationName: 'hosts-test', timeouts });
    open.push(() => sql.end({ timeout: 1 }));
    return sql;
  }
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => (error as { code?: unknown }).code,
    );

  it('leads to the primary, wherever it stands, and no statement fails for it', async () => {
    const [one, other] = [await startMember(true), await startMember(false)];
    const sql = poolOn(urlOf(one.proxy.url, other.proxy.url), 5);
    const numbers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sql<{ n: number }[]>`select ${n}::integer as n`),
    );
    expect(numbers.map(([row]) => row?.n)).to.deep.equal(Array.from({ length: 20 }, (_, n) => n));
    expect(await sql.begin((tx) => tx`select 1 as one`)).to.deep.equal([{ one: 1 }]);
    expect(other.greeted).to.be.above(0);
  });

  it('follows a failover, fails at once while there is no primary, and waits for nobody', async () => {
    const [one, other] = [await startMember(false), await startMember(true)];
    const sql = poolOn(urlOf(one.proxy.url, other.proxy.url));
    expect(await sql`select 1 as one`).to.deep.equal([{ one: 1 }]);
    await one.proxy.close();
    open.splice(0, 1);
    const begun = performance.now();
    expect(await codeOf(sql`select 1`)).to.be.oneOf(['CONNECTION_CLOSED', 'ECONNRESET', '25006']);
    expect(await codeOf(sql`select 1`)).to.equal('25006');
    expect(performance.now() - begun).to.be.below(2000);
    // It is asked again and again, but not without a pause.
    const before = other.greeted;
    for (let n = 0; n < 5; n += 1) await codeOf(sql`select 1`);
    expect(other.greeted - before).to.be.below(15);
    other.isStandby = false;
    await eventually(async () => expect(await sql`select 1 as one`).to.deep.equal([{ one: 1 }]));
  });

  it('is an outage where no host answers', async () => {
    const sql = poolOn('postgres://nobody@127.0.0.1:1,127.0.0.1:2/none');
    expect(await codeOf(sql`select 1`)).to.equal('ECONNREFUSED');
  });

  it('leads to the primary through TLS', async function () {
    const certificate = makeCertificate();
    if (certificate === null) this.skip();
    const members = [
      await startMember(true, { certificate }),
      await startMember(false, { certificate }),
    ];
    const sql = poolOn(urlOf(...members.map(({ proxy }) => proxy.url)));
    expect(await sql`select 1 as one`).to.deep.equal([{ one: 1 }]);
  });

  it('is one of the primary alone for who cannot look for it', async () => {
    const dead = new URL(database.url);
    dead.port = '1';
    const several = `${urlOf(dead.href, database.url)}?target_session_attrs=primary`;
    expect(await findPrimaryUrl(several)).to.equal(database.url);
    expect(await findPrimaryUrl(dead.href)).to.equal(dead.href);
    expect(await codeOf(findPrimaryUrl(urlOf(dead.href, dead.href)))).to.equal('ECONNREFUSED');
  });

  it('is taken apart at the commas of its hosts alone', () => {
    expect(eachHost('postgres://u:p@one/db')).to.deep.equal(['postgres://u:p@one/db']);
    expect(eachHost('postgres://u:p,q@one:5/db?x=1,2')).to.deep.equal([
      'postgres://u:p,q@one:5/db?x=1,2',
    ]);
    expect(
      eachHost(
        'postgres://u:p,q@one, two:5433,[::1]/db?target_session_attrs=primary&sslmode=require',
      ),
    ).to.deep.equal([
      'postgres://u:p,q@one/db?sslmode=require',
      'postgres://u:p,q@two:5433/db?sslmode=require',
      'postgres://u:p,q@[::1]/db?sslmode=require',
    ]);
  });

  it('is refused where one host is needed', () => {
    const DATABASE_URL = 'postgres://u:p@one:1,two:2/db';
    const REDIS_URL = 'redis://127.0.0.1';
    const load = (env: NodeJS.ProcessEnv) => () => loadConfig({ DATABASE_URL, REDIS_URL, ...env });
    expect(load({})()).to.include({ databaseUrl: DATABASE_URL });
    expect(load({ REDIS_URL: '' })).to.throw(/REDIS_URL, or QUEUE_DATABASE_URL with one host/);
    expect(load({ REDIS_URL: '', QUEUE_DATABASE_URL: 'postgres://q/db' })()).to.include({
      queueDatabaseUrl: 'postgres://q/db',
    });
    expect(load({ QUEUE_DATABASE_URL: DATABASE_URL })).to.throw(
      /QUEUE_DATABASE_URL .* must name one/,
    );
    expect(load({ DATABASE_REPLICA_URL: DATABASE_URL })).to.throw(
      /REPLICA_URL .* must name one host/,
    );
    expect(load({ DATABASE_URL: 'postgres://one:x,two/db' })).to.throw(
      /DATABASE_URL .* must be a URL/,
    );
    expect(load({ DATABASE_URL: '' })).to.throw(/DATABASE_URL is required/);
  });
});
