/**
 * `npm run test:chaos`: a first sync of many connections by several worker processes, while workers are
 * killed and the datastores crash. It ends with exactly the provider's rows, and the provider is never
 * asked more often than it allows. Sizes and the seed are environment variables, see settings.ts; the
 * last line is the verdict, and the exit code is 0 only when it holds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { createSandboxProvider } from '../../sandbox-provider/server.ts';
import { loadConfig } from '../../shared/config.ts';
import { connect } from '../../shared/db/connect.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { MAX_SLOTS } from '../../shared/store/syncs/provider-limits.ts';
import { createSyncProcesses } from '../helpers/sync-processes.ts';
import { followAllowance } from './allowance.ts';
import { startChaosRun } from './chaos-run.ts';
import { createClocks } from './clocks.ts';
import { startPostgres } from './datastore.ts';
import { startQueueServers } from './queue-servers.ts';
import { startFleet } from './fleet.ts';
import { planFailures } from './plan-failures.ts';
import { fillProvider, plannedRequests } from './provider-data.ts';
import { readSettings } from './settings.ts';
import { judge } from './verdict.ts';

const settings = readSettings(process.env);
// A large limit is kept in equal parts of a minute, so shorter windows can be looked at.
const parts = Math.ceil(settings.rate / MAX_SLOTS);
const slots = Math.floor(settings.rate / parts);
const windowMs = 60_000 / parts;

const { begun, say, cleanups, perform } = startChaosRun();

async function run(): Promise<boolean> {
  const postgres = await startPostgres();
  cleanups.push(() => postgres.remove());
  const redis = await startQueueServers(settings.queue);
  if (redis !== null) cleanups.push(() => redis.remove());
  await migrate(postgres.url);
  const sql = connect({ databaseUrl: postgres.url, poolMax: 3, applicationName: 'chaos' });
  cleanups.push(() => sql.end({ timeout: 5 }));
  const sandbox = await createSandboxProvider({
    limit: { limit: slots, windowMs },
    settings: { pageSize: settings.pageRows },
  }).listen();
  cleanups.push(() => sandbox.close());
  const expected = fillProvider(sandbox, settings);

  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis?.url ?? '' };
  const database = {
    url: postgres.url,
    sql,
    config: (more: NodeJS.ProcessEnv = {}) => loadConfig({ ...env, ...more }),
  };
  const workerEnv = {
    ...env,
    LOG_LEVEL: 'info',
    PROVIDER_RATE_PER_MINUTE: String(settings.rate),
    PROVIDER_TIMEOUT_MS: '10000',
  };
  const processes = createSyncProcesses(database, sandbox.url, workerEnv, settings.logFile);
  cleanups.push(() => processes.stop());
  const connections = [];
  for (let index = 0; index < settings.connections; index += 1) {
    const key = `chaos-key-${index % settings.keys}`;
    connections.push({ ...(await processes.connect(key)), key });
  }

  const random = seededRandom(settings.seed);
  const clocks = createClocks(random, settings.jumps > 0);
  cleanups.push(() => clocks.remove());
  const startWorker = (entry?: string) => processes.startWorker(entry, clocks.env());
  const fleet = startFleet({ startWorker }, settings.workers, random, say);
  cleanups.push(async () => {
    fleet.release();
    await Promise.resolve();
  });
  const allowance = followAllowance(sandbox, slots, windowMs);
  const planned = plannedRequests(settings);
  const failures = planFailures(settings, random, planned);
  let kills = 0;
  let restarts = 0;
  let jumps = 0;
  let saidAt = 0;
  let liveRuns = connections.length;
  for (;;) {
    await delay(50);
    const requests = allowance.sample();
    const next = failures[0];
    if (next !== undefined && requests >= next.afterRequests) {
      if (next.kind === 'kill') {
        if (fleet.killWorker()) {
          failures.shift();
          kills += 1;
          say(`killed a worker (${kills} of ${settings.kills}) at ${requests} requests`);
        }
      } else if (next.kind === 'jump') {
        failures.shift();
        jumps += 1;
        say(`${clocks.jump()} (jump ${jumps} of ${settings.jumps})`);
      } else {
        failures.shift();
        restarts += 1;
        for (const datastore of redis === null ? [postgres] : [postgres, redis]) {
          say(`${datastore.name} crashes (${restarts} of ${settings.restarts})`);
          await allowance.outage(() => datastore.restart(random.whole(200, 2000)));
        }
        say('and is back');
      }
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
  fleet.release();
  say(`${fleet.endedByThemselves()} processes ended by themselves and were started again`);
  const counts = { kills, restarts, jumps, slots };
  return judge({
    sql,
    connections,
    expected,
    settings,
    counts,
    allowance: allowance.report(),
    say,
  });
}

// Whatever hangs: the exit ends the processes that were started, the database's guard the database.
setTimeout(() => process.exit(1), settings.timeLimitMs + 120_000).unref();
await perform(
  settings,
  `${settings.connections} connections, ${settings.transactions} transactions, ${settings.workers} workers, ` +
    `${settings.kills} kills, ${settings.restarts} restarts, ${settings.jumps} jumps of clocks`,
  run,
);
