import { systemClock } from '../shared/platform/clock.ts';
import { requestTimeouts } from '../shared/postgres/connect.ts';
import { followDatabaseClock } from '../shared/postgres/driver/follow-clock.ts';
import { createReplica } from '../shared/postgres/replica.ts';
import { outageOf } from '../shared/platform/log-once.ts';
import { openProcess } from '../shared/operations/open-process.ts';
import { registerMetrics } from '../shared/operations/register-metrics.ts';
import { portOf, serveProcess } from '../shared/operations/process-server.ts';
import { openProvider } from '../shared/sync/client/open-provider.ts';
import { answerReadiness } from '../shared/queue/readiness.ts';
import type { ProcessAnswer } from '../shared/queue/readiness.ts';
import { reportPort } from '../shared/platform/report-port.ts';
import { startUp } from '../shared/queue/start-up.ts';
import { createServer } from './http/create-server.ts';
import { createRateLimitStore } from './http/rate-limit-store.ts';
import { createLimits } from './limits/limits.ts';
import { registerPreflights } from './preflight-pool/preflight-series.ts';
import { createPreflightPool } from './preflight-pool/preflight-pool.ts';

/** The process `web`: configuration, connections, listening, graceful stop; nothing else. */
const web = await openProcess('web', requestTimeouts);
const { config, log, sql, queues, stopping } = web;
const replica =
  config.databaseReplicaUrl === null
    ? null
    : createReplica(sql, web.openPool(config.databaseReplicaUrl), outageOf(log, 'replica'));
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
const starting = startUp(context, stopping);
void starting.done.then(() => followDatabaseClock(sql, stopping));
const server = createServer(context, starting);
registerMetrics(context);
registerPreflights(preflightPool);
if (config.metricsPort !== 0) {
  const asked = { host: config.workerHost, port: config.metricsPort };
  const alive = (): ProcessAnswer => ({ status: 200, body: { status: 'ok' } });
  serveProcess(asked, {
    '/livez': alive,
    '/healthz': alive,
    '/readyz': () => answerReadiness(context, starting),
  }).then(
    () => log.info(`web serves its metrics on http://${asked.host}:${asked.port}/metrics`),
    // Serving requests matters more than metrics about them.
    (error: unknown) => log.error('web cannot serve its metrics: METRICS_PORT', { error }),
  );
}

server.once('error', (error: NodeJS.ErrnoException) => {
  log.error(`web cannot listen on ${config.host}:${config.port}: ${error.message}`);
  const reported = error.code === 'EADDRINUSE' ? reportPort('taken') : Promise.resolve();
  void reported.then(() => process.exit(1));
});
server.listen(config.port, config.host, () => {
  const port = portOf(server);
  log.info(`web listens on http://${config.host}:${port}`, { host: config.host, port });
  void reportPort(port);
});

web.stopOnSignals(async () => {
  // Running requests get their answers. close() closes the connections that are idle now; the timer closes the others
  // when they fall idle.
  const closed = new Promise((resolve) => server.close(resolve));
  setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  await Promise.allSettled([rateLimits.close(), preflightPool.close(), replica?.close()]);
});
