import { systemClock } from '../shared/platform/clock.ts';
import { configOrReport } from '../shared/platform/config.ts';
import { connect, requestTimeouts } from '../shared/postgres/connect.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { followDatabaseClock } from '../shared/postgres/driver/follow-clock.ts';
import { createReplica } from '../shared/postgres/replica.ts';
import { SETTINGS_EXIT_CODE } from '../shared/platform/env.ts';
import { outageOf } from '../shared/platform/log-once.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { registerMetrics } from '../shared/operations/register-metrics.ts';
import { portOf, serveProcess } from '../shared/operations/process-server.ts';
import { openProvider } from '../shared/sync/client/open-provider.ts';
import { answerReadiness } from '../shared/queue/readiness.ts';
import { reportPort } from '../shared/platform/report-port.ts';
import { startUp } from '../shared/queue/start-up.ts';
import { startTracing } from '../shared/operations/start-tracing.ts';
import { createServer } from './http/create-server.ts';
import { createRateLimitStore } from './http/rate-limit-store.ts';
import { createLimits } from './limits/limits.ts';
import { registerPreflights } from './preflight-pool/preflight-series.ts';
import { createPreflightPool } from './preflight-pool/preflight-pool.ts';

/** The process `web`: configuration, connections, listening, graceful stop; nothing else. */
const settings = configOrReport((line) =>
  createLog({ level: 'error', process: 'web' }).error(line),
);
if (settings === null) process.exit(SETTINGS_EXIT_CODE);
const config = settings;
const log = createLog({ level: config.logLevel, process: 'web' });
// After an uncaught exception the state of the process is unknown: the supervisor starts a new one.
process.once('uncaughtException', (error) => {
  log.error('web exiting after an uncaught exception', { error });
  process.exit(1);
});
const tracing = await startTracing(config, 'web', log);
const openPool = (databaseUrl: string): Sql =>
  connect({
    databaseUrl,
    poolMax: config.databasePoolMax,
    applicationName: 'ledgerline-web',
    timeouts: requestTimeouts(config),
    traced: tracing.isOn,
  });
const sql = openPool(config.databaseUrl);
const replica =
  config.databaseReplicaUrl === null
    ? null
    : createReplica(sql, openPool(config.databaseReplicaUrl), outageOf(log, 'replica'));
const queues = createQueues(config, log);
const rateLimits = createRateLimitStore(config, sql, log);
const preflightPool = createPreflightPool({
  threads: config.preflightThreads,
  queueMax: config.preflightQueueMax,
  timeoutMs: config.preflightTimeoutMs,
});
const clock = systemClock;
const provider = openProvider({ config, sql, log, clock });
const limits = createLimits(config, clock);
const context = {
  config,
  sql,
  replica,
  queues,
  log,
  clock,
  rateLimits,
  limits,
  preflightPool,
  provider,
};
const stopSignal = new AbortController();
const starting = startUp(context, stopSignal.signal);
void starting.done.then(() => followDatabaseClock(sql, stopSignal.signal));
const server = createServer(context, starting);
registerMetrics(context);
registerPreflights(preflightPool);
if (config.metricsPort !== 0) {
  const asked = { host: config.workerHost, port: config.metricsPort };
  serveProcess(asked, {
    '/livez': () => ({ status: 200, body: { status: 'ok' } }),
    '/readyz': () => answerReadiness(context, starting),
  }).then(
    () => log.info(`web serves its metrics on http://${asked.host}:${asked.port}/metrics`),
    // Requests are worth more than numbers about them.
    (error: unknown) => log.error('web cannot serve its metrics: METRICS_PORT', { error }),
  );
}

server.once('error', (error: NodeJS.ErrnoException) => {
  log.error(`web cannot listen on ${config.host}:${config.port}: ${error.message}`);
  const told = error.code === 'EADDRINUSE' ? reportPort('taken') : Promise.resolve();
  void told.then(() => process.exit(1));
});
server.listen(config.port, config.host, () => {
  const port = portOf(server);
  log.info(`web listens on http://${config.host}:${port}`, { host: config.host, port });
  void reportPort(port);
});

let stopping = false;
function stop(signal: string): void {
  if (stopping) return;
  stopping = true;
  stopSignal.abort();
  log.info('web is stopping', { signal });
  setTimeout(() => {
    log.error('web did not stop in time and is ended');
    process.exit(1);
  }, config.shutdownTimeoutMs).unref();
  // Running requests get their answers. A kept-alive connection is closed when it falls idle:
  // close() does so for those that are idle now, the timer for those that still answer.
  server.close(() => void closeConnections());
  setInterval(() => server.closeIdleConnections(), 100);
}

async function closeConnections(): Promise<void> {
  await Promise.allSettled([
    queues.close(),
    rateLimits.close(),
    preflightPool.close(),
    replica?.close(),
    sql.end({ timeout: 5 }),
    tracing.stop(),
  ]);
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
