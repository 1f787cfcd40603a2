import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { systemClock } from '../shared/clock.ts';
import { loadConfig } from '../shared/config.ts';
import { connect, jobTimeouts } from '../shared/db/connect.ts';
import { isDatabaseAway } from '../shared/db/connection-errors.ts';
import { describeDatabaseFault } from '../shared/describe-fault.ts';
import { createQueues } from '../shared/jobs/queues.ts';
import { createLog } from '../shared/log.ts';
import type { Log } from '../shared/log.ts';
import { reportPort } from '../shared/report-port.ts';
import { startUp } from '../shared/start-up.ts';
import { withTimeout } from '../shared/with-timeout.ts';
import type { WorkerContext } from './context.ts';
import { registerMetrics, renderMetrics } from '../shared/metrics/register-metrics.ts';

export type Health = Record<string, number | string | boolean>;

/** Under the time that a container's health check gives. */
const CHECK_TIMEOUT_MS = 4_000;
const SILENT = 'Postgres or the queue does not answer in time';

/** A part of a worker process that can be stopped and asked how it is. */
export interface ProcessPart {
  /** Fields of the health answer. */
  health(): Health | Promise<Health>;
  stop(): Promise<void>;
}

/**
 * The frame of every worker process: configuration, connections, health server, start-up check, graceful
 * stop with a hard deadline. The health server answers from the first moment on: GET /healthz with 200 while
 * Postgres answers and jobs are consumed, else 503 and the reason (GET /readyz says the same); GET /metrics
 * is for Prometheus.
 */
export async function runProcess(
  name: string,
  start: (context: WorkerContext) => Promise<ProcessPart> | ProcessPart,
): Promise<void> {
  const config = loadConfig();
  const log = createLog({ level: config.logLevel, process: name });
  // After an uncaught exception the state of the process is unknown: the supervisor starts a new one, which
  // leases and checkpoints let resume the work.
  process.once('uncaughtException', (error) => {
    log.error(`${name} exiting after an uncaught exception`, { error });
    process.exit(1);
  });
  const sql = connect({
    databaseUrl: config.databaseUrl,
    poolMax: config.databasePoolMax,
    applicationName: `ledgerline-${name}`,
    timeouts: jobTimeouts(config),
  });
  const queues = createQueues(config, log);
  registerMetrics(queues);
  const stopping = new AbortController();
  let part: ProcessPart | null = null;
  let health: Server | null = null;
  stopOnSignals(name, log, config.shutdownTimeoutMs, async () => {
    stopping.abort();
    health?.close();
    await part?.stop();
    await queues.close();
    await sql.end({ timeout: 5 });
  });
  const starting = startUp({ sql, queues, log }, stopping.signal);
  health = await serveHealth(config.workerHost, config.workerPort, async () => {
    const missing = starting.missing();
    if (missing !== null || part === null) throw new Error(missing ?? 'the process is starting');
    await sql`select 1`;
    return await part.health();
  });
  const port = portOf(health);
  log.info(`${name} is starting`, { health_port: port });
  void reportPort(port);
  if (!(await starting.done)) return;
  part = await start({ config, sql, queues, log, clock: systemClock });
  log.info(`${name} is working`, { health_port: port });
}

/** Ends the process with 0 when `stop` has, with 1 when that takes longer than the deadline or fails. */
function stopOnSignals(
  name: string,
  log: Log,
  deadlineMs: number,
  stop: () => Promise<void>,
): void {
  let stopped = false;
  const onSignal = (signal: string): void => {
    if (stopped) return;
    stopped = true;
    log.info(`${name} is stopping`, { signal });
    setTimeout(() => {
      log.error(`${name} did not stop in time and is ended`);
      process.exit(1);
    }, deadlineMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(`${name} failed while stopping`, { error });
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
}

/** Postgres fails with errors of its own; all others are our words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error.message === SILENT) return SILENT;
  return isDatabaseAway(error) ? describeDatabaseFault(error) : error.message;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function serveHealth(
  host: string,
  port: number,
  check: () => Promise<Record<string, unknown>>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, contentType: string, text: string): void => {
      response.writeHead(status, { 'content-type': contentType });
      response.end(text);
    };
    const answerJson = (status: number, body: object): void =>
      answer(status, 'application/json', JSON.stringify(body));
    if (request.url === '/healthz' || request.url === '/readyz') {
      withTimeout(check(), CHECK_TIMEOUT_MS, SILENT).then(
        (fields) => answerJson(200, { status: 'ok', ...fields }),
        (error: unknown) => answerJson(503, { status: 'unavailable', reason: reasonOf(error) }),
      );
    } else if (request.url === '/metrics') {
      renderMetrics().then(
        ({ contentType, text }) => answer(200, contentType, text),
        () => answerJson(503, { status: 'unavailable' }),
      );
    } else {
      answerJson(404, { error: 'not_found' });
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
