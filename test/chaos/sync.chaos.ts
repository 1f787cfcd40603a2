/**
 * `npm run test:long -- chaos`: a first sync of many connections by several worker processes, while workers are
 * killed and the datastores crash. It ends with exactly the provider's rows, and the provider is never
 * asked more often than it allows. Sizes and the seed are environment variables, see settings.ts; the
 * last line is the verdict, and the exit code is 0 only when it holds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { createSandboxProvider } from '../../sandbox-provider/server.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { MAX_SLOTS } from '../../shared/sync/store/provider-limits.ts';
import { createSyncProcesses } from '../helpers/sync-processes.ts';
import { followAllowance } from './allowance.ts';
import { startChaosRun } from './chaos-run.ts';
import { createClocks } from './clocks.ts';
import { startDatabaseServers } from './database-servers.ts';
import { startQueueServers } from './queue-servers.ts';
import { startFleet } from './fleet.ts';
import { namespacedLinks, openCommonAddress, relayedLinks } from './links.ts';
import type { Reached, WorkerLinks } from './links.ts';
import { partWorker } from './part-worker.ts';
import { FAILURES, planFailures, type Failure } from './plan-failures.ts';
import { fillProvider, plannedRequests } from './provider-data.ts';
import { insertSortingRules, untilRulesRan } from './rule-runs.ts';
import { readSettings } from './settings.ts';
import { judge, type Judged } from './verdict.ts';

type Connection = Judged['connections'][number];

const settings = readSettings(process.env);
// A large limit is kept in equal parts of a minute, so shorter windows can be looked at.
const parts = Math.ceil(settings.rate / MAX_SLOTS);
const slots = Math.floor(settings.rate / parts);
const windowMs = 60_000 / parts;

const { begun, say, cleanups, perform } = startChaosRun();

/** The links of the workers' places, when some are to be cut. */
async function openLinks(reached: Reached): Promise<WorkerLinks[]> {
  const workers: WorkerLinks[] = [];
  for (let place = 0; place < (settings.cuts > 0 ? settings.workers : 0); place += 1) {
    const made =
      settings.links === 'relays' ? relayedLinks(reached) : namespacedLinks(reached, place);
    workers.push(await made);
  }
  cleanups.push(async () => {
    for (const worker of workers) await worker.close();
  });
  return workers;
}

async function run(): Promise<boolean> {
  const postgres = await startDatabaseServers(settings.database);
  cleanups.push(() => postgres.remove());
  const redis = await startQueueServers(settings.queue);
  if (redis !== null) cleanups.push(() => redis.remove());
  await migrate(postgres.sessionUrl);
  const { url } = postgres;
  const sql = connect({ databaseUrl: postgres.sessionUrl, poolMax: 3, applicationName: 'chaos' });
  cleanups.push(() => sql.end({ timeout: 5 }));
  const sandbox = await createSandboxProvider({
    limit: { limit: slots, windowMs },
    settings: { page_size: settings.pageRows },
  }).listen(0, settings.links === 'namespaces' ? openCommonAddress() : undefined);
  cleanups.push(() => sandbox.close());
  const expected = fillProvider(sandbox, settings);

  const reached = { DATABASE_URL: url, ...(redis === null ? {} : { REDIS_URL: redis.url }) };
  const env = { REDIS_URL: '', DATABASE_SESSION_URL: postgres.sessionUrl, ...reached };
  const database = {
    url,
    sql,
    config: (more: NodeJS.ProcessEnv = {}) => loadConfig({ ...env, ...more }),
  };
  const workerEnv = {
    ...env,
    LOG_LEVEL: 'info',
    PROVIDER_RATE_PER_MINUTE: String(settings.rate),
    PROVIDER_TIMEOUT_MS: '10000',
  };
  const links = await openLinks(reached);
  const processes = createSyncProcesses(database, sandbox.url, workerEnv, settings.logFile);
  cleanups.push(() => processes.stop());
  const connections: Connection[] = [];
  for (let index = 0; index < settings.connections; index += 1) {
    const key = `chaos-key-${index % settings.keys}`;
    const made = { ...(await processes.connect(key)), key };
    if (settings.rules > 0) await insertSortingRules(sql, made.householdId);
    connections.push(made);
  }

  const random = seededRandom(settings.seed);
  const clocks = createClocks(random, settings.jumps > 0);
  cleanups.push(() => clocks.remove());
  const startWorker = (entry?: string, place = Infinity) => {
    const own = links[place];
    return processes.startWorker(entry, { ...clocks.env(), ...own?.env }, own?.prefix);
  };
  const ruleWorkers = settings.rules > 0 ? ['workers/rules.ts', 'workers/rules.ts'] : [];
  const fleet = startFleet({ startWorker }, settings.workers, random, say, ruleWorkers);
  cleanups.push(() => fleet.release());
  const allowance = followAllowance(sandbox, slots, windowMs);
  const planned = plannedRequests(settings);
  const failures = planFailures(settings, random, planned);
  const counts = { kills: 0, restarts: 0, jumps: 0, cuts: 0, rules: 0 };
  const crash = async (): Promise<void> => {
    for (const datastore of redis === null ? [postgres] : [postgres, redis]) {
      say(`${datastore.name} crashes`);
      await allowance.outage(() => datastore.restart(random.whole(200, 2000)));
    }
    say('and is back');
  };
  const askForRules = async (): Promise<void> => {
    // Without its job the scheduler finds the run.
    for (const { householdId } of connections)
      await processes.askForRules(householdId).catch((error: unknown) => say(String(error)));
    say('asked for runs of rules');
  };
  /** Lets something fail; false when it is to be tried again later. */
  const fail: Record<Failure['kind'], () => Promise<boolean> | boolean> = {
    kills() {
      const isKilled = fleet.killWorker();
      if (isKilled) say('killed a worker');
      return isKilled;
    },
    async restarts() {
      await crash();
      return true;
    },
    jumps() {
      say(clocks.jump());
      return true;
    },
    cuts: () =>
      partWorker(
        sql,
        links,
        counts.cuts % 2 === 0 || redis === null ? 'DATABASE_URL' : 'REDIS_URL',
        say,
      ),
    async rules() {
      await askForRules();
      return true;
    },
  };

  let saidAt = 0;
  let liveRuns = connections.length;
  for (;;) {
    await delay(50);
    const requests = allowance.sample();
    const [next] = failures;
    if (next !== undefined && requests >= next.afterRequests && (await fail[next.kind]())) {
      failures.shift();
      counts[next.kind] += 1;
    }
    if (performance.now() - saidAt < 5000) continue;
    saidAt = performance.now();
    // The datastore may have crashed a moment ago: ask again next time.
    liveRuns = await sql<{ live: number }[]>`
      select count(*)::integer as live
      from syncs
      where finished_at is null`.then(
      ([row]) => row?.live ?? liveRuns,
      () => liveRuns,
    );
    say(`${requests} of about ${planned} requests, ${liveRuns} runs under way`);
    if (liveRuns === 0) break;
    if (performance.now() - begun > settings.timeLimitMs) {
      say(`the time is over; the last the processes said:\n${processes.output()}`);
      break;
    }
  }
  if (settings.rules > 0) await untilRulesRan(sql);
  fleet.release();
  say(`${fleet.endedByThemselves()} processes ended unexpectedly and were started again`);
  return judge({
    sql,
    url: postgres.sessionUrl,
    connections,
    expected,
    settings,
    counts: { ...counts, slots },
    allowance: allowance.report(),
    say,
  });
}

// Whatever hangs: the exit ends the processes that were started, the database's guard the database.
setTimeout(() => process.exit(1), settings.timeLimitMs + 120_000).unref();
await perform(
  settings,
  `${settings.connections} connections, ${settings.transactions} transactions, ${settings.workers} workers, ` +
    FAILURES.map((kind) => `${settings[kind]} ${kind}`).join(', '),
  run,
);
