import { expect } from 'chai';
import { Redis, type Cluster } from 'ioredis';
import { loadConfig } from '../../../shared/platform/config.ts';
import { openRedis } from '../../../shared/platform/redis.ts';
import { parseRedisUrl } from '../../../shared/platform/redis-url.ts';

const DATABASE_URL = 'postgres://u:p@127.0.0.1:5432/db';

describe('REDIS_URL', () => {
  it('names sentinels, the primary they know, a database and both logins', () => {
    const login = 'sentinel_username=guard&sentinel_password=s%26';
    const url = `redis+sentinel://app:p%40ss@a,b:26380,[::1]:26381/main/2?${login}`;
    expect(parseRedisUrl(url)).to.deep.equal({
      kind: 'sentinel',
      tls: null,
      login: { username: 'app', password: 'p@ss' },
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
        { host: '::1', port: 26_381 },
      ],
      name: 'main',
      db: 2,
      sentinelLogin: { username: 'guard', password: 's&' },
    });
  });

  it('names the nodes of a cluster', () => {
    expect(parseRedisUrl('rediss+cluster://:secret@one,two:7001/')).to.deep.equal({
      kind: 'cluster',
      tls: {},
      login: { password: 'secret' },
      nodes: [
        { host: 'one', port: 6379 },
        { host: 'two', port: 7001 },
      ],
    });
  });

  it('may have a password with a sign that separates, as before there were groups', () => {
    const client = openRedis('redis://:p@ss@one:7001/3', { lazyConnect: true }) as Redis;
    expect(client.options).to.include({ host: 'one', port: 7001, password: 'p@ss', db: 3 });
    const group = parseRedisUrl('redis+sentinel://:p@ss@one/main');
    expect(group.login).to.deep.equal({ password: 'p@ss' });
    client.disconnect();
  });

  it('opens a client of each kind with its login, its certificates and the options', () => {
    const lazy = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 };
    const files = `cacert=${import.meta.filename}&key=${import.meta.filename}`;
    const opened = ['rediss://u:p@one/3', 'rediss+sentinel://u:p@one/main/3'].map((url) =>
      openRedis(`${url}?${files}`, lazy),
    );
    for (const client of opened) {
      expect(client).to.be.instanceOf(Redis);
      expect(client.options).to.deep.include({ ...lazy, username: 'u', password: 'p', db: 3 });
      expect((client as Redis).options.tls?.ca).to.include('REDIS_URL');
      expect((client as Redis).options.tls?.key).to.include('REDIS_URL');
    }
    expect((opened[1] as Redis).options.sentinelTLS?.ca).to.include('REDIS_URL');
    const cluster = openRedis(`rediss+cluster://u:p@one?${files}`, lazy) as Cluster;
    expect(cluster.options).to.include({ lazyConnect: true, enableOfflineQueue: false });
    expect(cluster.options.redisOptions).to.include({ username: 'u', maxRetriesPerRequest: 1 });
    expect(cluster.options.redisOptions?.tls?.ca).to.include('REDIS_URL');
    for (const client of [...opened, cluster]) client.disconnect();
  });

  for (const [fault, url] of [
    ['must be redis://', 'hunter2'],
    ['must be redis://', 'redis+sentinel://hunter2:x:y/main'],
    ['must be redis://', 'http://hunter2'],
    ['must be redis://', 'redis://hunter2:port'],
    ['must end with the name of the primary', 'redis+sentinel://hunter2:26379'],
    ['must end with the name of the primary', 'redis+sentinel://hunter2:26379/main/x'],
    ['must name no database', 'redis+cluster://hunter2/1'],
    ['names a file as cacert', 'rediss://host?cacert=/hunter2'],
  ] as const) {
    it(`${url} is refused, and not quoted`, () => {
      expect(() => loadConfig({ DATABASE_URL, REDIS_URL: url }))
        .to.throw(/REDIS_URL (?:begins with|is not)/)
        .with.property('message')
        .that.contains(fault)
        .and.does.not.contain('hunter2');
    });
  }

  it('says what is wrong with a bare percent sign, and not the password', () => {
    expect(() => parseRedisUrl('redis://:100%@host')).to.throw(
      'must have %25 for each % in a name or password',
    );
  });
});
