import { DelayedError, UnrecoverableError, WaitingError } from 'bullmq';
import type { Job, Processor, Worker } from 'bullmq';
import { selectBackend } from '../../shared/queue/backend.ts';
import type { JobDefinition } from '../../shared/queue/define-job.ts';
import { requestIdOf } from '../../shared/queue/job-origin.ts';
import type { QueueName } from '../../shared/queue/queues.ts';
import { isAway } from '../../shared/platform/away.ts';
import { jobsFinished, jobSeconds, startJobSeries } from '../../shared/platform/metrics/series.ts';
import { adviceOn } from '../../shared/operations/advice.ts';
import { addToOrigin, withOrigin } from '../../shared/platform/origin.ts';
import { judgedOutage } from '../../shared/queue/readiness.ts';
import { endSpanAs } from '../../shared/platform/tracing/active-span.ts';
import type { JobEnd, PerformJob, WorkerContext } from './context.ts';
import {
  HeldError,
  PermanentError,
  RateLimitedError,
  StoppingError,
  StuckError,
} from './errors.ts';
import { reportOn } from './job-report.ts';
import { restWhileAway } from './rest-while-away.ts';
import type { Health } from './run-process.ts';

export interface JobBinding {
  name: string;
  queue: QueueName;
  run: PerformJob<unknown>;
}

/** Binds a job's definition to its function. */
export function bindJob<Payload extends object>(
  definition: Pick<JobDefinition<Payload, never>, 'name' | 'queue' | 'parse'>,
  perform: PerformJob<Payload>,
): JobBinding {
  return {
    name: definition.name,
    queue: definition.queue,
    run(context, data, run) {
      const payload = definition.parse(data);
      addToOrigin(payload);
      return perform(context, payload, run);
    },
  };
}

export interface RunningWorker {
  /** Whether it takes no further job until one ends. */
  isFull(): boolean;
  /** A live worker consumes jobs: throws when ready jobs wait and none is taken. */
  health(): Promise<Health>;
  /** Stops taking jobs, aborts the running ones, and waits until they have saved their progress. */
  stop(): Promise<void>;
}

/**
 * A killed worker's jobs are taken over after at most lock plus interval. Locks are renewed at half their time: if a job blocks the
 * event loop for longer than a lock, the lock is lost while the job runs.
 */
export interface TakeoverTuning {
  lockDurationMs: number;
  stalledIntervalMs: number;
}

/** Under 30 s. */
const DEFAULT_TAKEOVER: TakeoverTuning = { lockDurationMs: 15_000, stalledIntervalMs: 10_000 };
/** The default of 1 would fail a job for good on its second crash. */
const MAX_STALLED_COUNT = 10;
/** A worker with free capacity that starts nothing for this long while jobs wait is stuck. */
const STUCK_AFTER_MS = 60_000;
const SHORT_WAIT_MS = 5_000;

interface FetchedJob {
  job: Job;
  token: string | undefined;
  signal: AbortSignal | undefined;
}

/** The only place that creates a BullMQ worker: logging, error mapping, graceful stop. */
export function runWorker(
  context: WorkerContext,
  queue: QueueName,
  bindings: readonly JobBinding[],
  concurrency: number,
  takeover: TakeoverTuning = DEFAULT_TAKEOVER,
): RunningWorker {
  const handlers = new Map(bindings.map((binding) => [binding.name, binding]));
  for (const { name } of bindings) startJobSeries(queue, name);
  let started = 0;
  let active = 0;
  let lastStartedAt = performance.now();
  let stopping = false;

  const process = async (
    job: Job,
    token?: string,
    signal?: AbortSignal,
  ): Promise<JobEnd | null> => {
    if (stopping) {
      // The job was being fetched when stop() began, so nothing else would stop it.
      await job.moveToWait(token);
      throw new WaitingError();
    }
    const handler = handlers.get(job.name);
    if (handler === undefined) throw new UnrecoverableError(`unknown job ${job.name}`);
    started += 1;
    active += 1;
    lastStartedAt = performance.now();
    try {
      return await onBehalfOf(queue, job, () => attempt(context, handler, { job, token, signal }));
    } catch (error) {
      rest.after(error);
      throw error;
    } finally {
      active -= 1;
    }
  };

  const worker = createWorker(context, queue, process, concurrency, takeover);
  const rest = restWhileAway(context, worker);
  worker.run().catch((error: unknown) => context.log.error(`worker ${queue} ended`, { error }));

  return {
    isFull: () => active >= concurrency,
    async health() {
      const { oldestWaitingMs, isPaused } = await context.queues.front(queue);
      // Jobs of a paused queue wait on purpose: their wait only counts once it is resumed. The same at rest.
      if (isPaused || rest.isOn()) lastStartedAt = performance.now();
      const idleMs = performance.now() - lastStartedAt;
      if (active < concurrency && Math.min(oldestWaitingMs, idleMs) > STUCK_AFTER_MS) {
        throw new StuckError(`jobs wait in ${queue}, but this worker takes none`);
      }
      return {
        started,
        active,
        oldest_waiting_ms: oldestWaitingMs,
        paused: isPaused,
        resting: rest.isOn(),
      };
    },
    async stop() {
      stopping = true;
      rest.stop();
      const closing = worker.close();
      worker.cancelAllJobs('stopping');
      await closing;
    },
  };
}

function createWorker(
  context: WorkerContext,
  queue: QueueName,
  processor: Processor,
  concurrency: number,
  { lockDurationMs, stalledIntervalMs }: TakeoverTuning,
): Worker {
  const { config, log } = context;
  const outage = judgedOutage(context, `worker ${queue}`, ['queue']);
  const tuning = {
    concurrency,
    lockDuration: lockDurationMs,
    stalledInterval: stalledIntervalMs,
    maxStalledCount: MAX_STALLED_COUNT,
  };
  const worker = selectBackend(config).createWorker(queue, processor, tuning, () => {
    outage.worked();
  });
  worker.on('error', (error) => outage.failed(error, { queue }));
  worker.on('failed', logFailure(log, queue));
  return worker;
}

/** Adds these fields to every log line of the job, and later the payload's. */
function onBehalfOf<T>(queue: QueueName, job: Job, work: () => T): T {
  const fields = { queue, job: job.name, job_id: job.id, request_id: requestIdOf(job) };
  return withOrigin(fields, work);
}

function logFailure(log: WorkerContext['log'], queue: QueueName) {
  return (job: Job | undefined, error: Error): void => {
    // The run has already logged it, with more detail.
    if (error instanceof FailedRunError) return;
    // The queue sets when a job ended, which one that it tries again has not.
    const [level, how] = job && !job.finishedOn ? ['warn', ' and is tried again'] : ['error', ''];
    const say = (): unknown =>
      log.log(level, `${job?.name ?? 'job'} failed${how}: ${error.message}`);
    if (job === undefined) say();
    else onBehalfOf(queue, job, say);
  };
}

/**
 * The run of a job ended as failed: the queue shows its code as the reason and does not retry. The board shows the stack, which is
 * useless here, so it contains advice instead.
 */
class FailedRunError extends UnrecoverableError {
  constructor(code: string) {
    super(code);
    this.stack = [code, adviceOn(code) ?? []].flat().join('\n');
  }
}

/** Runs a job's function, measures and logs it, and ends in the way that the queue expects. */
async function attempt(
  context: WorkerContext,
  binding: JobBinding,
  { job, token, signal = new AbortController().signal }: FetchedJob,
): Promise<JobEnd | null> {
  const { log } = context;
  const { queue, name } = binding;
  const begun = performance.now();
  const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const report = reportOn(job);
  const ended = (outcome: string, code: string): Record<string, unknown> => {
    const durationMs = Math.round(performance.now() - begun);
    jobsFinished.inc({ queue, job: name, outcome, code });
    jobSeconds.observe({ queue, job: name, outcome }, durationMs / 1000);
    endSpanAs(outcome, code);
    return { outcome, duration_ms: durationMs, ...(code === '' ? {} : { code }) };
  };
  const hasWaited = isProgressWaiting(job);
  let end: JobEnd | null;
  try {
    if (hasWaited) report.progress({ waiting_until: null, held_by: null });
    end = await binding.run(context, job.data, {
      jobId: job.id ?? '',
      isLastAttempt,
      signal,
      report,
    });
  } catch (error) {
    const { outcome, code } = outcomeOf(error, isLastAttempt);
    const fields = ended(outcome, code);
    if (error instanceof HeldError) {
      report.progress({ waiting_until: null, held_by: error.code });
      report.step(`held: ${error.code}`);
    } else if (error instanceof RateLimitedError && error.code === '') {
      report.progress({ waiting_until: new Date(Date.now() + error.retryAfterMs).toISOString() });
    } else if (!(error instanceof RateLimitedError))
      report.step(`${outcome}${code === '' ? '' : `: ${code}`}`);
    await report.settle();
    // A job that waits for another one looks every second: only its first wait is news.
    const isRepeated =
      hasWaited && error instanceof RateLimitedError && error.retryAfterMs <= SHORT_WAIT_MS;
    const level = isRepeated ? 'debug' : 'info';
    const note = (message: string): unknown => log.log(level, message, fields);
    return await rethrowForQueue(error, job, token, note);
  }
  const { failed = false, code = null, status = 'nothing to do' } = end ?? {};
  report.step(code === null ? status : `${status}: ${code}`);
  const fields = ended(failed ? 'failed' : 'done', code ?? '');
  await report.settle();
  if (failed) {
    log.warn(`${name} failed: ${code ?? status}`, fields);
    throw new FailedRunError(code ?? status);
  }
  log.info(`${name} done in ${String(fields['duration_ms'])} ms`, fields);
  return end;
}

function isProgressWaiting({ progress }: Job): boolean {
  if (typeof progress !== 'object') return false;
  const { waiting_until = null, held_by = null } = progress as Record<string, unknown>;
  return waiting_until !== null || held_by !== null;
}

function outcomeOf(error: unknown, isLastAttempt: boolean): { outcome: string; code: string } {
  if (error instanceof RateLimitedError) return { outcome: 'delayed', code: error.code };
  if (error instanceof StoppingError) return { outcome: 'handed_back', code: '' };
  const outcome = error instanceof PermanentError || isLastAttempt ? 'failed' : 'retried';
  return { outcome, code: isAway(error) ? 'service_unavailable' : 'internal_error' };
}

/** Turns our errors into the queue's: wait, delay, fail for good, or retry. */
async function rethrowForQueue(
  error: unknown,
  job: Job,
  token: string | undefined,
  note: (message: string) => void,
): Promise<never> {
  if (error instanceof RateLimitedError) {
    note(`${job.name} ${error.message}`);
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
