/**
 * `npm run bench -- dispatch`: connections a second that the scheduler starts when many are due, against starting them one
 * at a time, within one run; and how long a run without a job waits behind others that have one. The queue is in Postgres,
 * or in the Redis of REDIS_URL. Takes the number of connections as an argument, default 10,000.
 */
import { readCommandLine, wholeNumber } from '../scripts/terminal/command-line.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { connect } from '../shared/postgres/connect.ts';
import { migrateQueues } from '../shared/queue/migrate-queues.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import { createLog } from '../shared/platform/log.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { markEnqueued } from '../shared/queue/runs/run-store.ts';
import { insertOrJoinSync } from '../shared/sync/store/syncs.ts';
import { startTestServer } from '../scripts/test/database.ts';
import type { WorkerContext } from '../workers/frame/context.ts';
import { requeueRuns } from '../workers/scheduler/requeue-runs.ts';
import { startDueSyncs } from '../workers/scheduler/start-due-syncs.ts';

const { positionals } = readCommandLine(
  `Usage: npm run bench -- dispatch [CONNECTIONS]

Connections a second that the scheduler starts when so many are due (10000), against one at a time.`,
  { words: 1 },
);
const CONNECTIONS = wholeNumber('CONNECTIONS', positionals[0] ?? 10_000);
/** One at a time takes minutes for all. */
const ONE_BY_ONE = Math.min(1000, CONNECTIONS);
const HOUSEHOLD_SIZE = 4;

/** Connections that are due at once, of households with four each. */
async function insertDue({ sql }: WorkerContext, count: number): Promise<void> {
  const households: string[] = [];
  for (let index = 0; index < count; index += HOUSEHOLD_SIZE) {
    households.push((await insertHousehold(sql, 'Due')).id);
  }
  await sql`
    insert into provider_connections (
      household_id, name, bank, credential_key_id, credential_ciphertext, credential_last_four, next_sync_at
    )
    select (${households}::uuid[])[1 + n / ${HOUSEHOLD_SIZE}::integer], 'Due', 'Bank ' || n % 20, 'k1', '\\x00', '',
      now() - interval '1 minute'
    from generate_series(0, ${count - 1}::integer) as n`;
}

/** What a scheduler does that starts one connection after the other: an insert, a job and a mark for each. */
async function startOneByOne(context: WorkerContext): Promise<void> {
  const { sql, queues, clock } = context;
  const due = await sql<{ id: string; householdId: string }[]>`
    select id, household_id
    from provider_connections`;
  for (const { id, householdId } of due) {
    const { sync } = await insertOrJoinSync(sql, householdId, id, 'scheduled', clock.now());
    await syncConnectionJob.enqueue(queues, sync);
    await markEnqueued(sql, syncConnectionJob, [sync], clock.now());
  }
  await sql`update provider_connections set next_sync_at = null`;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

const server = await startTestServer(process.env.DATABASE_URL, { open: true });
const env = { DATABASE_URL: server.templateUrl, QUEUE_PREFIX: `bench${process.pid}` };
const config = loadConfig({ ...process.env, ...env });
const sql = connect({ databaseUrl: config.databaseUrl, poolMax: 4, applicationName: 'bench' });
if (config.redisUrl === null) await migrateQueues(config.databaseUrl, config.queuePrefix);
const log = createLog({ level: 'error', process: 'bench' });
const queues = createQueues(config, log);
const context: WorkerContext = { config, sql, queues, log, clock: { now: () => new Date() } };
await queues.ping();

await insertDue(context, ONE_BY_ONE);
const slow = ONE_BY_ONE / (await secondsOf(() => startOneByOne(context)));
await insertDue(context, CONNECTIONS);
const fast = CONNECTIONS / (await secondsOf(() => startDueSyncs.run(context)));

// All that were started wait in the queue; the last of them has lost its job.
await sql`update syncs set enqueued_at = now() - interval '1 hour'`;
const [last] = await sql<{ id: string }[]>`
  select id
  from syncs
  order by created_at desc, id desc
  limit 1`;
await queues.remove('sync', last?.id ?? '');
let rounds = 0;
const search = await secondsOf(async () => {
  do {
    rounds += 1;
    await requeueRuns.run(context);
  } while (!(await queues.isPending('sync', last?.id ?? '')));
});

console.log(`queue in ${queues.isRedis ? 'Redis' : 'Postgres'}, ${CONNECTIONS} due connections`);
console.log('| what | connections/s | ratio |');
console.log('|---|---|---|');
console.log(`| one at a time | ${Math.round(slow)} | 1 |`);
console.log(`| in batches | ${Math.round(fast)} | ${(fast / slow).toFixed(1)} |`);
console.log(`a run without a job was found in ${rounds} rounds, ${search.toFixed(1)} s of work`);
await queues.close();
await sql.end({ timeout: 5 });
await server.stop();
process.exit(0);
