/**
 * The API process of bench/preflight-api.ts: as api/main.ts makes it, but it tells its parent its port, its
 * event-loop delay and its memory.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../api/app.ts';
import { createRateLimitStore } from '../api/http/rate-limit-store.ts';
import { createLimits } from '../api/limits/limits.ts';
import { createPreflightPool } from '../api/preflight-pool/preflight-pool.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { connect } from '../shared/postgres/connect.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { openProvider } from '../shared/sync/client/open-provider.ts';

const config = loadConfig();
const log = createLog({ level: 'error', process: 'bench' });
const { databaseUrl } = config;
const sql = connect({ databaseUrl, poolMax: 10, applicationName: 'bench' });
const preflightPool = createPreflightPool({
  threads: config.preflightThreads,
  queueMax: config.preflightQueueMax,
  timeoutMs: 120_000,
});
const queues = createQueues(config, log);
const rateLimits = createRateLimitStore(config, sql, log);
const clock = systemClock;
const provider = openProvider({ config, sql, log, clock });
const limits = createLimits(config, clock);
const context = {
  config,
  sql,
  replica: null,
  queues,
  log,
  clock,
  rateLimits,
  limits,
  preflightPool,
  provider,
};
const server = createServer(buildApp(context));
const delay = monitorEventLoopDelay({ resolution: 1 });
let rssPeak = 0;
setInterval(() => (rssPeak = Math.max(rssPeak, process.memoryUsage.rss())), 25).unref();

process.on('message', (message) => {
  if (message === 'reset') {
    rssPeak = process.memoryUsage.rss();
    delay.reset();
    delay.enable();
    process.send?.({ rss: rssPeak });
  } else if (message === 'read') {
    const ms = (percentile: number) => delay.percentile(percentile) / 1e6;
    process.send?.({ p50: ms(50), p99: ms(99), max: delay.max / 1e6, rss: rssPeak });
  } else process.exit(0);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
