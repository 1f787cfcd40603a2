import type { Server } from 'node:http';
import { systemClock } from '../../shared/platform/clock.ts';
import { jobTimeouts } from '../../shared/postgres/connect.ts';
import { followDatabaseClock } from '../../shared/postgres/driver/follow-clock.ts';
import { describeQueueFault } from '../../shared/queue/describe-fault.ts';
import { openProcess } from '../../shared/operations/open-process.ts';
import { registerMetrics } from '../../shared/operations/register-metrics.ts';
import { portOf, serveProcess } from '../../shared/operations/process-server.ts';
import type { ProcessAnswers } from '../../shared/operations/process-server.ts';
import { answerReadiness } from '../../shared/queue/readiness.ts';
import type { ProcessAnswer } from '../../shared/queue/readiness.ts';
import { reportPort } from '../../shared/platform/report-port.ts';
import { startUp } from '../../shared/queue/start-up.ts';
import type { Dependencies, StartUp } from '../../shared/queue/start-up.ts';
import { withTimeout } from '../../shared/platform/with-timeout.ts';
import type { WorkerContext } from './context.ts';
import { StuckError } from './errors.ts';

export type Health = Record<string, number | string | boolean>;

/** Shorter than the timeout of a container's health check. */
const CHECK_TIMEOUT_MS = 4_000;

export interface ProcessPart {
  health(): Health | Promise<Health>;
  stop(): Promise<void>;
}

/**
 * The frame of every worker process: configuration, connections, health server, start-up check, graceful stop with a hard deadline.
 * The health server answers right from the start: GET /livez, /readyz and /healthz, with 503 and the reason if the answer is no;
 * GET /metrics is for Prometheus.
 */
export async function runProcess(
  name: string,
  start: (context: WorkerContext) => Promise<ProcessPart> | ProcessPart,
): Promise<void> {
  const opened = await openProcess(name, jobTimeouts);
  const { config, log, sql, queues, stopping } = opened;
  registerMetrics({ sql, queues, config });
  let part: ProcessPart | null = null;
  let health: Server | null = null;
  opened.stopOnSignals(async () => {
    health?.close();
    await part?.stop();
  });
  const starting = startUp({ sql, queues, log }, stopping);
  const answers = processAnswers({ sql, queues, log }, starting, () => part);
  health = await serveProcess({ host: config.workerHost, port: config.workerPort }, answers);
  const port = portOf(health);
  log.info(`${name} is starting`, { health_port: port });
  void reportPort(port);
  if (!(await starting.done)) return;
  await followDatabaseClock(sql, stopping);
  part = await start({ config, sql, queues, log, clock: systemClock });
  log.info(`${name} is working`, { health_port: port });
}

/** A failing /livez asks for a restart, a failing /readyz for no more work; /healthz equals /readyz. */
function processAnswers(
  dependencies: Dependencies,
  starting: StartUp,
  partOf: () => ProcessPart | null,
): ProcessAnswers {
  const answer = (status: 200 | 503, fields: object, isStuck = false) => ({
    status,
    isStuck,
    body: { status: status === 200 ? 'ok' : 'unavailable', ...fields },
  });
  const ask = async () => {
    const part = partOf();
    const missing = starting.missing() ?? (part === null ? 'the process is starting' : null);
    if (part === null || missing !== null) return answer(503, { reason: missing });
    try {
      const health = await withTimeout(
        Promise.resolve(part.health()),
        CHECK_TIMEOUT_MS,
        'no answer in time',
      );
      return answer(200, health);
    } catch (error) {
      if (error instanceof StuckError) return answer(503, { reason: error.message }, true);
      // A part only queries the queue.
      return answer(503, { reason: describeQueueFault(error, dependencies.queues.isRedis) });
    }
  };
  const readyz = async (): Promise<ProcessAnswer> => {
    const [ready, own] = await Promise.all([answerReadiness(dependencies, starting), ask()]);
    if (ready.status !== 200) return ready;
    return { status: own.status, body: { ...ready.body, ...own.body } };
  };
  return {
    // Only what a restart would fix fails /livez.
    '/livez': async () => {
      const own = await ask();
      return own.isStuck || own.status === 200 ? own : answer(200, {});
    },
    '/readyz': readyz,
    '/healthz': readyz,
  };
}
