import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { systemClock } from '../shared/clock.ts';
import { loadConfig } from '../shared/config.ts';
import { connect } from '../shared/db/connect.ts';
import { createQueues } from '../shared/jobs/queues.ts';
import { createLog } from '../shared/log.ts';
import type { WorkerContext } from './context.ts';
import { registerProcessMetrics, renderMetrics } from './metrics.ts';

export type Health = Record<string, number | string | boolean>;

/** A part of a worker process that can be stopped and asked how it is. */
export interface ProcessPart {
  /** Fields of the health answer. */
  health(): Health | Promise<Health>;
  stop(): Promise<void>;
}

/**
 * The frame of every worker process: configuration, connections, health server, graceful stop with a
 * hard deadline. The health server answers GET /healthz with 200 while Postgres answers and jobs are
 * consumed, else 503; GET /metrics is for Prometheus.
 */
export async function runProcess(
  name: string,
  start: (context: WorkerContext) => Promise<ProcessPart> | ProcessPart,
): Promise<void> {
  const config = loadConfig();
  const log = createLog({ level: config.logLevel, process: name });
  // After an error that nobody caught, nobody knows what still holds: the supervisor starts a new process,
  // leases and checkpoints let it go on.
  process.once('uncaughtException', (error) => {
    log.error(`${name} is ended by an error that nobody caught`, { error });
    process.exit(1);
  });
  const sql = connect({
    databaseUrl: config.databaseUrl,
    poolMax: config.databasePoolMax,
    applicationName: `ledgerline-${name}`,
  });
  const queues = createQueues(config, log);
  registerProcessMetrics(queues);
  const part = await start({ config, sql, queues, log, clock: systemClock });
  const health = await serveHealth(config.workerHost, config.workerPort, async () => {
    await sql`select 1`;
    return await part.health();
  });
  log.info(`${name} is working`, { health_port: portOf(health) });

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info(`${name} is stopping`, { signal });
    setTimeout(() => {
      log.error(`${name} did not stop in time and is ended`);
      process.exit(1);
    }, config.shutdownTimeoutMs).unref();
    health.close();
    part
      .stop()
      .then(() => queues.close())
      .then(() => sql.end({ timeout: 5 }))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error(`${name} failed while stopping`, { error });
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
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
    if (request.url === '/healthz') {
      check().then(
        (fields) => answerJson(200, { status: 'ok', ...fields }),
        () => answerJson(503, { status: 'unavailable' }),
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
