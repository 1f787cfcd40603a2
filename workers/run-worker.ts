import { DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Job, Worker } from 'bullmq';
import { selectBackend } from '../shared/jobs/backend.ts';
import type { JobDefinition } from '../shared/jobs/define-job.ts';
import type { QueueName } from '../shared/jobs/queues.ts';
import { outageOf } from '../shared/log-once.ts';
import type { JobRun, WorkerContext } from './context.ts';
import { PermanentError, RateLimitedError, StoppingError } from './errors.ts';
import { jobsFinished, jobSeconds } from './metrics.ts';
import type { Health } from './run-process.ts';

/** A job and what is done with it. */
export interface JobBinding {
  name: string;
  queue: QueueName;
  run(context: WorkerContext, data: unknown, run: JobRun): Promise<void>;
}

/** Binds a job's definition to its function. */
export function bindJob<Payload extends object>(
  definition: JobDefinition<Payload>,
  perform: (context: WorkerContext, payload: Payload, run: JobRun) => Promise<void>,
): JobBinding {
  return {
    name: definition.name,
    queue: definition.queue,
    run: (context, data, run) => perform(context, definition.parse(data), run),
  };
}

export interface RunningWorker {
  /** Jobs started since the process began. */
  startedJobs(): number;
  /** Whether it takes no further job before one ends. */
  isFull(): boolean;
  /** Liveness is that jobs are consumed, not that a loop runs: throws when ready jobs wait and none is taken. */
  health(): Promise<Health>;
  /** Stops taking jobs, aborts the running ones, waits for them to save their progress. */
  stop(): Promise<void>;
}

/**
 * A killed worker's jobs are taken over after at most lock and interval together. Locks are renewed in
 * half their time: one that is shorter than a job may hold the event loop is lost while the job runs.
 */
export interface TakeoverTuning {
  lockDurationMs: number;
  stalledIntervalMs: number;
}

/** Under 30 s. */
const DEFAULT_TAKEOVER: TakeoverTuning = { lockDurationMs: 15_000, stalledIntervalMs: 10_000 };
/** The default of 1 would fail a job for good on its second crash. */
const MAX_STALLED_COUNT = 10;
/** A worker with room that starts nothing for this long while jobs wait is stuck. */
const STUCK_AFTER_MS = 60_000;

/** A job as BullMQ hands it over. */
interface FetchedJob {
  job: Job;
  token: string | undefined;
  signal: AbortSignal | undefined;
}

/** The only place that makes a BullMQ worker: logging, error mapping, graceful stop. */
export function runWorker(
  context: WorkerContext,
  queue: QueueName,
  bindings: readonly JobBinding[],
  concurrency: number,
  takeover: TakeoverTuning = DEFAULT_TAKEOVER,
): RunningWorker {
  const { log } = context;
  const handlers = new Map(bindings.map((binding) => [binding.name, binding]));
  let started = 0;
  let active = 0;
  let lastStartedAt = performance.now();
  let stopping = false;

  const process = async (job: Job, token?: string, signal?: AbortSignal): Promise<void> => {
    if (stopping) {
      // A fetch was under way when stop() began: nothing else would stop this job.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const handler = handlers.get(job.name);
    if (handler === undefined) throw new UnrecoverableError(`unknown job ${job.name}`);
    started += 1;
    active += 1;
    lastStartedAt = performance.now();
    try {
      await performJob(context, handler, { job, token, signal });
    } finally {
      active -= 1;
    }
  };

  const outage = outageOf(log, `worker ${queue}`);
  const worker: Worker = selectBackend(context.config).createWorker(
    queue,
    process,
    {
      concurrency,
      lockDuration: takeover.lockDurationMs,
      stalledInterval: takeover.stalledIntervalMs,
      maxStalledCount: MAX_STALLED_COUNT,
    },
    () => outage.worked(),
  );
  worker.on('error', (error) => outage.failed(error, { queue }));
  worker.on('failed', (job, error) =>
    log.error(`${job?.name ?? 'job'} failed: ${error.message}`, { queue, job_id: job?.id }),
  );
  worker.run().catch((error: unknown) => log.error(`worker ${queue} ended`, { error }));

  return {
    startedJobs: () => started,
    isFull: () => active >= concurrency,
    async health() {
      const { oldestWaitingMs } = await context.queues.depth(queue);
      const idleMs = performance.now() - lastStartedAt;
      if (active < concurrency && Math.min(oldestWaitingMs, idleMs) > STUCK_AFTER_MS) {
        throw new Error(`jobs wait in ${queue}, but this worker takes none`);
      }
      return { started, active, oldest_waiting_ms: oldestWaitingMs };
    },
    async stop() {
      stopping = true;
      const closing = worker.close();
      worker.cancelAllJobs('stopping');
      await closing;
    },
  };
}

/** Runs a job's function, measures and logs it, and ends in the queue's words. */
async function performJob(
  context: WorkerContext,
  binding: JobBinding,
  { job, token, signal = new AbortController().signal }: FetchedJob,
): Promise<void> {
  const { log } = context;
  const { queue, name } = binding;
  const begun = performance.now();
  const count = (outcome: string): void => jobsFinished.inc({ queue, job: name, outcome });
  const fields = { queue, job: name, job_id: job.id };
  const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  try {
    await binding.run(context, job.data, { jobId: job.id ?? '', isLastAttempt, signal });
    const durationMs = Math.round(performance.now() - begun);
    log.info(`${name} done in ${durationMs} ms`, { ...fields, duration_ms: durationMs });
    count('done');
  } catch (error) {
    count(outcomeOf(error));
    await rethrowForQueue(error, job, token, (message) => log.info(message, fields));
  } finally {
    jobSeconds.observe({ queue, job: name }, (performance.now() - begun) / 1000);
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof RateLimitedError) return 'delayed';
  if (error instanceof StoppingError) return 'handed_back';
  return error instanceof PermanentError ? 'failed' : 'retried';
}

/** Turns our errors into the queue's: wait, delay, fail for good, or retry. */
async function rethrowForQueue(
  error: unknown,
  job: Job,
  token: string | undefined,
  note: (message: string) => void,
): Promise<never> {
  if (error instanceof RateLimitedError) {
    note(`${job.name} goes on in ${Math.ceil(error.retryAfterMs / 1000)} s`);
    await job.moveToDelayed(Date.now() + error.retryAfterMs, token);
    throw new DelayedError();
  }
  if (error instanceof StoppingError) {
    note(`${job.name} handed back: the worker is stopping`);
    await job.moveToWait(token);
    throw new WaitingError();
  }
  if (error instanceof PermanentError) throw new UnrecoverableError(error.message);
  throw error;
}
