import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.ts';
import { makeCertificate } from '../helpers/certificate.ts';
import { eventually } from '../helpers/eventually.ts';
import { createGroup, FAILOVER, HOST, type Member } from '../helpers/redis-group.ts';
import type { Datastore } from './datastore.ts';

const PASSWORD = 'of servers that are thrown away';
const LOGIN = `:${encodeURIComponent(PASSWORD)}@`;

type Group = ReturnType<typeof createGroup>;

/** One server that has every write in its log before it answers: limits forget nothing. */
export async function startRedis(): Promise<Datastore> {
  const group = createGroup();
  const port = await freePort();
  const server = group.member(port, { appendfsync: 'always' });
  return alone(group, server, { name: 'Redis', url: `redis://127.0.0.1:${port}` });
}

/** One server that speaks TLS only, and only with who shows a certificate. */
export async function startRedisTls(): Promise<Datastore> {
  const group = createGroup();
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
  const url = `rediss://localhost:${port}?cacert=${cert}&cert=${cert}&key=${key}`;
  return alone(group, server, { name: 'Redis with TLS', url });
}

/** A server that comes back where it was. */
async function alone(
  { remove }: Group,
  server: Member,
  named: { name: string; url: string },
): Promise<Datastore> {
  await server.start();
  return {
    ...named,
    async restart(downMs) {
      await server.kill();
      await delay(downMs);
      await server.start();
    },
    remove,
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
export async function startRedisSentinel(): Promise<Datastore> {
  const group = createGroup();
  const login = { requirepass: `"${PASSWORD}"`, masterauth: `"${PASSWORD}"` };
  const ports = [await freePort(), await freePort()];
  const members = ports.map((port) => group.member(port, login, { password: PASSWORD }));
  for (const member of members) await member.start();
  const [primary, replica] = members;
  if (primary === undefined || replica === undefined) throw new Error('unreachable');
  await replica.ask((redis) => redis.replicaof(HOST, primary.port));
  const sentinels = [await freePort(), await freePort(), await freePort()];
  for (const port of sentinels) {
    const settings = {
      'sentinel monitor main': `${HOST} ${primary.port} 2`,
      'sentinel auth-pass main': `"${PASSWORD}"`,
      'sentinel down-after-milliseconds main': 1000,
      'sentinel failover-timeout main': 10_000,
    };
    await group.launch(port, settings, '--sentinel');
  }
  const guard = group.member(sentinels[0] ?? 0, {});
  await eventually(async () => {
    const answer = await guard.ask((redis) => redis.call('SENTINEL', 'CKQUORUM', 'main'));
    const known = (await guard.ask((redis) =>
      redis.call('SENTINEL', 'REPLICAS', 'main'),
    )) as unknown[];
    if (!String(answer).startsWith('OK 3') || known.length !== 1) throw new Error('not in touch');
  }, FAILOVER);
  return {
    name: 'the primary of Redis',
    url: `redis+sentinel://${LOGIN}${sentinels.map((port) => `${HOST}:${port}`).join(',')}/main`,
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
export async function startRedisCluster(): Promise<Datastore> {
  const group = createGroup();
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
  const addresses = members.map(({ port }) => `${HOST}:${port}`);
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
