import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis, type RedisOptions as AllOptions } from 'ioredis';
import { freePort } from '../../scripts/ports.ts';
import { makeCertificate } from '../helpers/certificate.ts';
import { eventually } from '../helpers/eventually.ts';
import type { Datastore } from './datastore.ts';

const PASSWORD = 'of servers that are thrown away';
const LOGIN = `:${encodeURIComponent(PASSWORD)}@`;
/** Sentinels that were held up by a busy machine only look on for 30 s, each time. */
const FAILOVER = { timeoutMs: 180_000, everyMs: 200 };

type Settings = Record<string, string | number>;
type RedisOptions = Omit<AllOptions, 'replyMapping'>;

/** A server of a group, on its files and its port. */
interface Member {
  port: number;
  start(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T>;
}

/** A directory for the servers of a group, who end with this process at the latest. */
function createGroup(host: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'ledgerline-redis-group-'));
  const children = new Set<ChildProcess>();
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });

  async function launch(
    port: number,
    settings: Settings,
    ...flags: string[]
  ): Promise<ChildProcess> {
    const lines = Object.entries({ port, bind: host, dir: directory, ...settings });
    const file = path.join(directory, `${port}.conf`);
    writeFileSync(file, lines.map(([name, value]) => `${name} ${value}\n`).join(''));
    const child = spawn('redis-server', [file, ...flags], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    await once(child, 'spawn');
    return child;
  }

  /** A server with keys; `connection` is how to reach it. Not started yet. */
  function member(port: number, settings: Settings, connection: RedisOptions): Member {
    let child: ChildProcess | undefined;
    const ask: Member['ask'] = async (question) => {
      const own = { host, port, ...connection, maxRetriesPerRequest: 1 };
      const redis = new Redis({ ...own, retryStrategy: () => null });
      redis.on('error', () => undefined);
      try {
        return await question(redis);
      } finally {
        redis.disconnect();
      }
    };
    return {
      port,
      ask,
      async start() {
        const kept = { appendonly: 'yes', save: '""', 'maxmemory-policy': 'noeviction' };
        const files = { appenddirname: `log-${port}`, dbfilename: `${port}.rdb` };
        child = await launch(port, { ...kept, ...files, ...settings });
        await eventually(() => ask((redis) => redis.ping()), FAILOVER);
      },
      async kill() {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  async function remove(): Promise<void> {
    for (const child of [...children]) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(directory, { recursive: true, force: true });
  }
  return { directory, launch, member, remove };
}

/** One server that speaks TLS only, and only with who shows a certificate. */
export async function startRedisTls(): Promise<Datastore> {
  const group = createGroup('127.0.0.1');
  const made = makeCertificate();
  if (made === null) throw new Error('There is no openssl to make a certificate.');
  const [cert, key] = ['cert', 'key'].map((name) => path.join(group.directory, `${name}.pem`));
  if (cert === undefined || key === undefined) throw new Error('unreachable');
  writeFileSync(cert, made.cert);
  writeFileSync(key, made.key);
  const port = await freePort();
  const files = { 'tls-cert-file': cert, 'tls-key-file': key, 'tls-ca-cert-file': cert };
  const server = group.member(
    port,
    { ...files, port: 0, 'tls-port': port, appendfsync: 'always' },
    { host: 'localhost', tls: { ca: made.cert, cert: made.cert, key: made.key } },
  );
  await server.start();
  return {
    name: 'Redis with TLS',
    url: `rediss://localhost:${port}?cacert=${cert}&cert=${cert}&key=${key}`,
    async restart(downMs) {
      await server.kill();
      await delay(downMs);
      await server.start();
    },
    remove: group.remove,
  };
}

const roleOf = (member: Member): Promise<string> =>
  member.ask(async (redis) => String((await redis.role())[0])).catch(() => 'away');

/** Comes back as a replica of who took over, and has what that one has. */
async function rejoin(member: Member): Promise<void> {
  await member.start();
  await eventually(async () => {
    const info = await member.ask((redis) => redis.info('replication'));
    if (!/role:slave[^]*master_link_status:up/.test(info)) throw new Error('not in step yet');
  }, FAILOVER);
}

/** A primary and a replica with a password, and three sentinels that watch over them. */
export async function startRedisSentinel(host = '127.0.0.1'): Promise<Datastore> {
  const group = createGroup(host);
  const login = { requirepass: `"${PASSWORD}"`, masterauth: `"${PASSWORD}"` };
  const ports = [await freePort(), await freePort()];
  const members = ports.map((port) => group.member(port, login, { password: PASSWORD }));
  for (const member of members) await member.start();
  const [primary, replica] = members;
  if (primary === undefined || replica === undefined) throw new Error('unreachable');
  await replica.ask((redis) => redis.replicaof(host, primary.port));
  const sentinels = [await freePort(), await freePort(), await freePort()];
  for (const port of sentinels) {
    const settings = {
      'sentinel monitor main': `${host} ${primary.port} 2`,
      'sentinel auth-pass main': `"${PASSWORD}"`,
      'sentinel down-after-milliseconds main': 1000,
      'sentinel failover-timeout main': 10_000,
    };
    await group.launch(port, settings, '--sentinel');
  }
  const guard = group.member(sentinels[0] ?? 0, {}, {});
  await eventually(async () => {
    const answer = await guard.ask((redis) => redis.call('SENTINEL', 'CKQUORUM', 'main'));
    const known = (await guard.ask((redis) =>
      redis.call('SENTINEL', 'REPLICAS', 'main'),
    )) as unknown[];
    if (!String(answer).startsWith('OK 3') || known.length !== 1) throw new Error('not in touch');
  }, FAILOVER);
  return {
    name: 'the primary of Redis',
    url: `redis+sentinel://${LOGIN}${sentinels.map((port) => `${host}:${port}`).join(',')}/main`,
    async restart(downMs) {
      const roles = await Promise.all(members.map(roleOf));
      const victim = members[roles.indexOf('master')] ?? primary;
      const other = victim === primary ? replica : primary;
      await victim.kill();
      await eventually(async () => {
        if ((await roleOf(other)) !== 'master') throw new Error('no one took over');
      }, FAILOVER);
      await delay(downMs);
      await rejoin(victim);
    },
    remove: group.remove,
  };
}

/** Three primaries with a replica each, and a password. */
export async function startRedisCluster(host = '127.0.0.1'): Promise<Datastore> {
  const group = createGroup(host);
  const members: Member[] = [];
  for (let index = 0; index < 6; index += 1) {
    const port = await freePort();
    const settings = {
      'cluster-enabled': 'yes',
      'cluster-config-file': `nodes-${port}.conf`,
      'cluster-node-timeout': 2000,
      'cluster-port': await freePort(),
      requirepass: `"${PASSWORD}"`,
      masterauth: `"${PASSWORD}"`,
    };
    const member = group.member(port, settings, { password: PASSWORD });
    await member.start();
    members.push(member);
  }
  const addresses = members.map(({ port }) => `${host}:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync('redis-cli', ['-a', PASSWORD, '--no-auth-warning', ...create], { stdio: 'ignore' });
  const isWhole = async (): Promise<void> => {
    for (const member of members) {
      const info = await member.ask((redis) => redis.cluster('INFO'));
      if (!/cluster_state:ok[^]*cluster_known_nodes:6/.test(info)) throw new Error('not whole');
    }
  };
  await eventually(isWhole, FAILOVER);
  /** The primary that has the slot of a key. */
  const holderOf = async (key: string): Promise<Member> => {
    for (const member of members) {
      if ((await roleOf(member)) !== 'master') continue;
      // Another one answers that the key has moved.
      const isHere = await member
        .ask((redis) => redis.get(key))
        .then(
          () => true,
          (error: unknown) => String(error).includes('WRONGTYPE'),
        );
      if (isHere) return member;
    }
    throw new Error(`no one has ${key}`);
  };
  return {
    name: 'the node of the queue',
    url: `redis+cluster://${LOGIN}${addresses.join(',')}`,
    async restart(downMs) {
      const key = '{ledgerline}:sync:meta';
      const victim = await holderOf(key);
      await victim.kill();
      await eventually(async () => {
        if ((await holderOf(key)) === victim) throw new Error('no one took over');
      }, FAILOVER);
      await delay(downMs);
      await rejoin(victim);
      await eventually(isWhole, FAILOVER);
    },
    remove: group.remove,
  };
}
