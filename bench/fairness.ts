/**
 * `npm run bench -- fairness`: what a slow bank, and a household with many connections, take from others. Real worker processes,
 * the queue in Postgres and in Redis (where redis-server is installed). Five scenarios: 20 households, and then 100, alongside 200
 * of a bank that answers in 2 s; 100 alongside 200 of one that answers in 20 s; a household with 100 connections alongside one with
 * 400 at such a bank; one sync alongside 1,000 queued ones of another household at the same bank. The few are queued when the many
 * have their places. They are timed alone and alongside the many, whose requests in flight say what they lose. Banks take most
 * of the time, so that a busy machine changes little. `-- postgres` or `-- redis` for one queue, `-- redis 50` for a quarter
 * of the connections.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine, UsageError, wholeNumber } from '../scripts/terminal/command-line.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Config } from '../shared/platform/config.ts';
import { createLog } from '../shared/platform/log.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { migrate } from '../shared/queue/migrate.ts';
import { createQueues } from '../shared/queue/queues.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import { setBank } from '../shared/sync/store/connection-syncs.ts';
import { insertOrJoinSync } from '../shared/sync/store/syncs.ts';
import type { Sync } from '../shared/sync/store/syncs.ts';
import { freePort } from '../scripts/ports.ts';
import { startProcess } from '../test/helpers/processes.ts';
import { insertTestConnection, SYNC_ENV } from '../test/helpers/sync-harness.ts';
import { kindOf, startSlowBanks } from './fairness-provider.ts';
import type { SlowBanks } from './fairness-provider.ts';

const { positionals } = readCommandLine(
  `Usage: npm run bench -- fairness [postgres|redis|both [CONNECTIONS]]

What a slow bank (of 200 connections), and a household with many, take from others; both queues unless you name one.`,
  { words: 2 },
);
const [onlyQueue = 'both', size = '200'] = positionals;
if (!['postgres', 'redis', 'both'].includes(onlyQueue)) {
  throw new UsageError(`There is no queue ${onlyQueue}; name postgres, redis or both.`);
}
const SLOW = wholeNumber('CONNECTIONS', size);
const FEW = Math.ceil(SLOW / 10);
const HALF = Math.ceil(SLOW / 2);
const TWICE = SLOW * 2;
const QUEUED = SLOW * 5;
const HANGS_MS = 20_000;
const SLOW_MS = 2000;
const FAST_MS = 1000;
const FASTER_MS = 500;
/** Who has not ended by then is starved. */
const GIVEN_UP_S = 120;
/** The many have work at the bank all the while: one run of theirs. */
const BEFORE_MS = 4 * SLOW_MS;

interface Bench {
  config: Config;
  sql: Sql;
  queues: Queues;
  banks: SlowBanks;
}

interface Connection {
  householdId: string;
  id: string;
}

/** Connections with keys of a kind, whose bank is known: of one household, or of one each. */
async function insertConnections(
  bench: Bench,
  kind: 'many' | 'few',
  count: number,
  household?: string,
): Promise<Connection[]> {
  const { sql, banks } = bench;
  const made: Connection[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = `${kind}:${randomUUID()}`;
    const { householdId, connectionId: id } = await insertTestConnection(bench, key, household);
    await setBank(sql, householdId, id, banks.kinds[kind]?.bank ?? null);
    made.push({ householdId, id });
  }
  return made;
}

/** Queues a sync for each. */
async function start({ sql, queues }: Bench, connections: readonly Connection[]): Promise<Sync[]> {
  const syncs: Sync[] = [];
  for (const { householdId, id } of connections) {
    const { sync } = await insertOrJoinSync(sql, householdId, id, 'scheduled', new Date());
    syncs.push(sync);
  }
  await syncConnectionJob.enqueue(queues, ...syncs);
  return syncs;
}

/** Seconds from the first of them being queued until all have ended; Infinity: they do not get there. */
async function ended({ sql }: Bench, syncs: readonly Sync[]): Promise<number> {
  const giveUpAt = performance.now() + GIVEN_UP_S * 1000;
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
    if (performance.now() > giveUpAt) return Infinity;
    await delay(100);
  }
}

/** Times `few` alone, and alongside `many` once these have the places. Does not wait for the many to end. */
async function compare(
  bench: Bench,
  many: readonly Connection[],
  few: readonly Connection[],
): Promise<string[]> {
  const { banks } = bench;
  // The first run finds the accounts.
  await ended(bench, await start(bench, few));
  const alone = await ended(bench, await start(bench, few));
  await start(bench, many);
  while (
    (banks.kinds['many']?.inFlight ?? 0) < Math.min(many.length, bench.config.syncConcurrency)
  ) {
    await delay(50);
  }
  const before = banks.meanInFlight('many');
  await delay(BEFORE_MS);
  const inFlightBefore = before();
  const during = banks.meanInFlight('many');
  const runsBefore = banks.kinds['many']?.runs ?? 0;
  const alongside = await ended(bench, await start(bench, few));
  const inFlight = during();
  return [
    `${alone.toFixed(1)} s`,
    Number.isFinite(alongside) ? `${alongside.toFixed(1)} s` : `not in ${GIVEN_UP_S} s`,
    (alongside / alone).toFixed(2),
    String((banks.kinds['many']?.runs ?? 0) - runsBefore),
    `${inFlightBefore.toFixed(1)} → ${inFlight.toFixed(1)}`,
    `${Math.round((1 - inFlight / inFlightBefore) * 100)} %`,
  ];
}

async function measure(
  what: string,
  redisUrl: string | null,
  kinds: SlowBanks['kinds'],
  insert: (bench: Bench) => Promise<[many: Connection[], few: Connection[]]>,
): Promise<void> {
  const redis = redisUrl === null ? {} : { REDIS_URL: redisUrl };
  await withMigratedDatabase('bench', async (sql, databaseUrl) => {
    const banks = await startSlowBanks(kinds);
    const config = loadConfig({
      ...process.env,
      ...SYNC_ENV,
      DATABASE_URL: databaseUrl,
      PROVIDER_BASE_URL: banks.url,
      QUEUE_PREFIX: `fairness${randomUUID().slice(0, 8)}`,
      ...redis,
    });
    if (redisUrl === null) await migrate(databaseUrl, config.queuePrefix);
    const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
    const worker = await startProcess('workers/sync.ts', config, {
      ...SYNC_ENV,
      ...redis,
      LOG_LEVEL: 'info',
      PROVIDER_BASE_URL: banks.url,
    });
    const bench: Bench = { config, sql, queues, banks };
    const where = redisUrl === null ? 'Postgres' : 'Redis';
    console.log(
      `| ${where}: ${what} | ${(await compare(bench, ...(await insert(bench)))).join(' | ')} |`,
    );
    worker.child.kill('SIGKILL');
    await banks.close();
    await queues.close();
  });
}

/** One connection for each of so many households. */
const households =
  (many: number, few: number) =>
  async (bench: Bench): Promise<[Connection[], Connection[]]> => [
    await insertConnections(bench, 'many', many),
    await insertConnections(bench, 'few', few),
  ];

/** All of the many are one household's, and so are all of the few. */
const twoHouseholds =
  (many: number, few: number) =>
  async (bench: Bench): Promise<[Connection[], Connection[]]> => [
    await insertConnections(bench, 'many', many, (await insertHousehold(bench.sql, 'Large')).id),
    await insertConnections(bench, 'few', few, (await insertHousehold(bench.sql, 'Other')).id),
  ];

async function measureAll(redisUrl: string | null): Promise<void> {
  const twoBanks = (slowMs: number, fastMs: number) => ({
    many: kindOf('slow', slowMs),
    few: kindOf('fast', fastMs),
  });
  await measure(
    `${FEW} alongside ${SLOW} of a slow bank`,
    redisUrl,
    twoBanks(SLOW_MS, FAST_MS),
    households(SLOW, FEW),
  );
  await measure(
    `${HALF} alongside ${SLOW} of a slow bank`,
    redisUrl,
    twoBanks(SLOW_MS, FASTER_MS),
    households(SLOW, HALF),
  );
  await measure(
    `${HALF} alongside ${SLOW} of a bank that hardly answers`,
    redisUrl,
    twoBanks(HANGS_MS, FASTER_MS),
    households(SLOW, HALF),
  );
  await measure(
    `a household of ${HALF} alongside one of ${TWICE} at such a bank`,
    redisUrl,
    twoBanks(HANGS_MS, FASTER_MS),
    twoHouseholds(TWICE, HALF),
  );
  const bank = { many: kindOf('bank', SLOW_MS), few: kindOf('bank', SLOW_MS) };
  await measure(`one alongside ${QUEUED} of a household`, redisUrl, bank, twoHouseholds(QUEUED, 1));
}

console.log(
  '| what waits | alone | alongside | times | runs begun | requests in flight | the many lose |',
);
console.log('|---|---|---|---|---|---|---|');
if (onlyQueue !== 'redis') await measureAll(null);
if (onlyQueue !== 'postgres' && spawnSync('redis-server', ['--version']).error === undefined) {
  const port = String(await freePort());
  const redis = spawn('redis-server', ['--port', port, '--save', ''], { stdio: 'ignore' });
  await measureAll(`redis://127.0.0.1:${port}`);
  redis.kill();
}
process.exit(0);
