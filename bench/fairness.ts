/**
 * `npm run bench:fairness`: what a slow bank, and a household with many connections, take from others. Real worker processes,
 * the queue in Postgres and in Redis (where redis-server is installed). Two scenarios: 200 connections of a bank that
 * answers in 2 s, and 20 of another that are queued a moment later; 1,000 queued syncs of one household, and one of another
 * at the same bank. Each is timed alone, together, and together without knowing who is whose. `-- postgres` or `-- redis`
 * for one queue, `-- redis 50` for a quarter of the connections.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sealSecret } from '../shared/crypto.ts';
import { loadConfig } from '../shared/config.ts';
import type { Config } from '../shared/config.ts';
import { connect } from '../shared/db/connect.ts';
import type { Sql } from '../shared/db/connect.ts';
import { migrateQueues } from '../shared/jobs/migrate-queues.ts';
import { createQueues } from '../shared/jobs/queues.ts';
import type { Queues } from '../shared/jobs/queues.ts';
import { enqueueSync } from '../shared/jobs/sync-connection.ts';
import { createLog } from '../shared/log.ts';
import { insertHousehold } from '../shared/store/households/households.ts';
import { insertConnection } from '../shared/store/syncs/provider-connections.ts';
import { insertOrJoinSync } from '../shared/store/syncs/syncs.ts';
import type { Sync } from '../shared/store/syncs/syncs.ts';
import { freePort } from '../scripts/ports.ts';
import { startTestServer } from '../scripts/test/database.ts';
import { startSlowBanks } from './fairness-provider.ts';
import type { SlowBanks } from './fairness-provider.ts';

const [, , onlyQueue, size = '200'] = process.argv;
const SLOW = Number(size);
const FAST = Math.ceil(SLOW / 10);
const QUEUED = SLOW * 5;
const SLOW_MS = 2000;
const FAST_MS = 300;
/** The others come when the places are taken. */
const LATER_MS = 1000;

interface Bench {
  config: Config;
  env: NodeJS.ProcessEnv;
  sql: Sql;
  queues: Queues;
  banks: SlowBanks;
}

interface Connection {
  householdId: string;
  id: string;
}

/** Connections of a bank: of one household, or of one each. */
async function insertConnections(
  { sql, config }: Bench,
  bank: string,
  count: number,
  household?: string,
): Promise<Connection[]> {
  const ring = config.credentialKeys;
  if (ring === null) throw new Error('no credential key');
  const made: Connection[] = [];
  for (let index = 0; index < count; index += 1) {
    const householdId = household ?? (await insertHousehold(sql, 'Bench')).id;
    const id = randomUUID();
    const credential = sealSecret(ring, `${bank}:${id}`, id);
    await insertConnection(sql, householdId, {
      id,
      name: bank,
      credential,
      lastFour: '',
      historyStart: null,
    });
    made.push({ householdId, id });
  }
  return made;
}

/** Queues a sync for each. Unknown: as if nobody knew whose it is. */
async function start(
  { sql, queues }: Bench,
  connections: readonly Connection[],
  unknown: boolean,
): Promise<Sync[]> {
  const syncs: Sync[] = [];
  for (const { householdId, id } of connections) {
    const { sync } = await insertOrJoinSync(sql, householdId, id, 'scheduled', new Date());
    syncs.push(unknown ? { ...sync, bank: null, ahead: 0 } : sync);
  }
  if (unknown) {
    await sql`update syncs set bank = null where id = any(${syncs.map(({ id }) => id)}::uuid[])`;
  }
  await enqueueSync(queues, ...syncs);
  return syncs;
}

/** Seconds from the first of them being queued until all have ended. */
async function ended({ sql }: Bench, syncs: readonly Sync[]): Promise<number> {
  const ids = syncs.map(({ id }) => id);
  for (;;) {
    const [row] = await sql<{ left: number; failed: number; seconds: number }[]>`
      select count(*) filter (where finished_at is null)::integer as left,
        count(*) filter (where finished_at is not null and status <> 'completed')::integer as failed,
        extract(epoch from max(finished_at) - min(created_at))::float8 as seconds
      from syncs
      where id = any(${ids}::uuid[])`;
    if (row === undefined || row.failed > 0) throw new Error('a sync failed');
    if (row.left === 0) return row.seconds;
    await delay(100);
  }
}

async function startWorker(bench: Bench): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'workers/sync.ts'], {
    env: { ...process.env, ...bench.env, PROVIDER_BASE_URL: bench.banks.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is working')) resolve();
    });
  });
  return child;
}

/** Times `many` alone, `few` alone, and both together: the few come when the many have taken the places. */
async function compare(
  bench: Bench,
  many: readonly Connection[],
  few: readonly Connection[],
): Promise<string[]> {
  // The first run of each learns its bank.
  await ended(bench, await start(bench, [...many, ...few], false));
  bench.banks.answersIn = { slow: SLOW_MS, fast: FAST_MS };
  const fewAlone = await ended(bench, await start(bench, few, false));
  const manyAlone = await ended(bench, await start(bench, many, false));
  const together = async (unknown: boolean): Promise<[number, number]> => {
    const first = await start(bench, many, unknown);
    await delay(LATER_MS);
    const later = await start(bench, few, unknown);
    return Promise.all([ended(bench, later), ended(bench, first)]);
  };
  const [fewSeconds, manySeconds] = await together(false);
  const [fewUnknown] = await together(true);
  bench.banks.answersIn = {};
  const lost = Math.round((1 - manyAlone / manySeconds) * 100);
  return [
    `${fewAlone.toFixed(1)} s`,
    `${fewSeconds.toFixed(1)} s (${(fewSeconds / fewAlone).toFixed(1)} times)`,
    `${fewUnknown.toFixed(1)} s (${(fewUnknown / fewAlone).toFixed(1)} times)`,
    `${lost} % of ${manyAlone.toFixed(1)} s`,
  ];
}

async function measure(redisUrl: string | null): Promise<void> {
  const server = await startTestServer(process.env.DATABASE_URL, { open: true });
  const env = {
    DATABASE_URL: server.templateUrl,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    QUEUE_PREFIX: 'fairness',
    CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    PROVIDER_RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
  };
  const config = loadConfig({ ...process.env, ...env });
  const sql = connect({ databaseUrl: config.databaseUrl, poolMax: 4, applicationName: 'bench' });
  if (redisUrl === null) await migrateQueues(config.databaseUrl, config.queuePrefix);
  const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
  const bench: Bench = { config, env, sql, queues, banks: await startSlowBanks() };
  const worker = await startWorker(bench);
  const where = redisUrl === null ? 'Postgres' : 'Redis';
  const slow = await insertConnections(bench, 'slow', SLOW);
  const fast = await insertConnections(bench, 'fast', FAST);
  console.log(`| ${where}: a slow bank | ${(await compare(bench, slow, fast)).join(' | ')} |`);
  const household = (await insertHousehold(sql, 'Large')).id;
  const large = await insertConnections(bench, 'fast', QUEUED, household);
  const single = await insertConnections(bench, 'fast', 1);
  console.log(`| ${where}: a household | ${(await compare(bench, large, single)).join(' | ')} |`);
  worker.kill('SIGKILL');
  bench.banks.close();
  await queues.close();
  await sql.end({ timeout: 5 });
  await server.stop();
}

console.log('| what waits | alone | beside the others | without places and turns | others lose |');
console.log('|---|---|---|---|---|');
if (onlyQueue !== 'redis') await measure(null);
if (onlyQueue !== 'postgres' && spawnSync('redis-server', ['--version']).error === undefined) {
  const port = String(await freePort());
  const redis = spawn('redis-server', ['--port', port, '--save', ''], { stdio: 'ignore' });
  await measure(`redis://127.0.0.1:${port}`);
  redis.kill();
}
process.exit(0);
