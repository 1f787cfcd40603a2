import { Piscina } from 'piscina';
import { AppError, overloaded } from '../../shared/platform/errors.ts';
import { clientGone } from '../http/client-gone.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import { withResolvers } from '../limits/with-resolvers.ts';
import type { Begun, NumberedTask, ResultOf, Task } from './tasks.ts';

export interface PreflightPoolOptions {
  /** How many tasks run at once. */
  threads: number;
  /** The most tasks that may wait for a thread; further ones are refused. */
  queueMax: number;
  /** How long one task may run, in milliseconds. */
  timeoutMs: number;
  /** Heap of one thread in MiB. Default 384: several times what honest content needs. */
  heapMb?: number;
  /** How long an abandoned task may keep running, in milliseconds. Default 1000. */
  abandonedMs?: number;
}

const HEAP_MB = 384;
/** Young generation in MiB: large enough that the short-lived objects of a record do not leave it. */
const YOUNG_MB = 64;
/** Replacing a thread costs more than finishing most tasks, so an abandoned task gets a moment to end. */
const ABANDONED_MS = 1000;

const TOO_MANY = 'Too many preflights are waiting. Try again shortly.';

/** The compiled program of a thread, or its entry for tsx when the sources run as they are. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'preflight-thread-dev.mjs' : 'preflight-thread.js',
  import.meta.url,
);

interface RunOptions {
  /** The household's id. Owners take turns, and none can fill the queue for the others. */
  owner: string;
  /** Aborted when the caller no longer waits for the answer. */
  signal?: AbortSignal;
  /** The caller still needs the bytes: they are copied instead of transferred. */
  keepContent?: boolean;
}

/** A bounded pool of threads, so that parsing never blocks the event loop. */
export interface PreflightPool {
  /**
   * Runs a task on a thread. The task's bytes are transferred, and empty afterwards, unless `keepContent`. Throws
   * service_unavailable when too many wait, preflight_timeout, content_too_complex when a thread runs out of memory,
   * bad_request when the signal aborts, and internal_server_error on the unforeseen.
   */
  run<T extends Task>(task: T, options: RunOptions): Promise<ResultOf<T>>;
  /** Ends all threads; running and waiting tasks fail with service_unavailable. */
  close(): Promise<void>;
  /** How many tasks run, and how many wait for a thread. */
  load(): { running: number; waiting: number };
  /** How many threads have been started so far. */
  readonly threadsStarted: number;
}

interface Job {
  owner: string;
  task: NumberedTask;
  transfer: ArrayBuffer[];
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  /** Ends the job's thread; the reason is the error that the caller gets. */
  stop: AbortController;
  timer: NodeJS.Timeout | null;
}

/** Creates a pool without threads: they start when there is work, stay, and are replaced when they die. */
export function createPreflightPool(options: PreflightPoolOptions): PreflightPool {
  const { threads, timeoutMs, abandonedMs = ABANDONED_MS } = options;
  const running = new Map<number, Job>();
  const waiting = createFairQueue<Job>(options.queueMax);
  let piscina: Piscina | null = null;
  let threadsStarted = 0;
  let numbered = 0;
  let closed = false;

  /** Time counts from the start of the task: loading a thread and waiting for one are not the content's fault. */
  function limitTime(job: Job | undefined): void {
    if (job === undefined || job.timer !== null) return;
    job.timer = setTimeout(() => job.stop.abort(timedOut(timeoutMs)), timeoutMs);
  }

  function begin(job: Job): void {
    running.set(job.task.number, job);
    piscina ??= startThreads(options, {
      created: () => (threadsStarted += 1),
      begun: (number) => limitTime(running.get(number)),
    });
    void piscina
      .run(job.task, { transferList: job.transfer, signal: job.stop.signal })
      .then(job.resolve, (error: unknown) => job.reject(failureOf(job, error as Error)))
      .finally(() => {
        if (job.timer !== null) clearTimeout(job.timer);
        running.delete(job.task.number);
        const next = closed ? undefined : waiting.shift();
        if (next !== undefined) begin(next);
      });
  }

  /** The caller no longer waits: removes a queued task and gives a running one `abandonedMs` to end. */
  function abandon(job: Job, reason: AppError): void {
    job.reject(reason);
    if (waiting.remove(job.owner, job) || !running.has(job.task.number)) return;
    if (job.timer !== null) clearTimeout(job.timer);
    job.timer = setTimeout(() => job.stop.abort(reason), Math.min(abandonedMs, timeoutMs));
  }

  return {
    async run<T extends Task>(task: T, { owner, signal, keepContent = false }: RunOptions) {
      if (signal?.aborted === true) throw clientGone(signal.reason);
      if (closed) throw stopping();
      numbered += 1;
      const transfer = keepContent ? [] : owned(task.content);
      const { job, promise } = createJob(owner, { ...task, number: numbered }, transfer);
      const gone = () => abandon(job, clientGone(signal?.reason));
      signal?.addEventListener('abort', gone, { once: true });
      if (running.size < threads) begin(job);
      else waiting.push(owner, job)?.reject(overloaded(TOO_MANY));
      try {
        return (await promise) as ResultOf<T>;
      } finally {
        signal?.removeEventListener('abort', gone);
      }
    },
    async close() {
      closed = true;
      for (const job of waiting.clear()) job.reject(stopping());
      for (const job of running.values()) job.stop.abort(stopping());
      await piscina?.destroy();
    },
    load: () => ({ running: running.size, waiting: waiting.size }),
    get threadsStarted() {
      return threadsStarted;
    },
  };
}

/** Starts one thread at once and the others when there is work. Idle threads stay. */
function startThreads(
  { threads, heapMb = HEAP_MB }: PreflightPoolOptions,
  on: { created: () => void; begun: (taskNumber: number) => void },
): Piscina {
  const piscina = new Piscina({
    filename: PROGRAM.href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  piscina.on('workerCreate', on.created);
  piscina.on('message', ({ begun }: Begun) => on.begun(begun));
  // Only for threads that die without a task; otherwise the promise of the task rejects.
  piscina.on('error', () => undefined);
  return piscina;
}

function createJob(owner: string, task: NumberedTask, transfer: ArrayBuffer[]) {
  const { promise, ...settle } = withResolvers<unknown>();
  const job: Job = { owner, task, transfer, ...settle, stop: new AbortController(), timer: null };
  return { job, promise };
}

/** Why a job has no result: the reason for which it was stopped, or what its thread died of. */
function failureOf({ stop }: Job, error: Error): AppError {
  return stop.signal.aborted ? (stop.signal.reason as AppError) : crashError(error);
}

/**
 * A buffer may be transferred only if it holds no other bytes, because Node takes small buffers from a shared pool. A
 * view that starts at 0 and is longer than that pool has its buffer to itself.
 */
function owned({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer[] {
  if (!(buffer instanceof ArrayBuffer) || byteLength === 0) return [];
  return buffer.byteLength === byteLength || (byteOffset === 0 && byteLength > Buffer.poolSize)
    ? [buffer]
    : [];
}

function crashError(cause: Error): AppError {
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AppError('content_too_complex', {
      publicMessage: 'The content needs more memory to check than one preflight may use. Split it.',
      cause,
    });
  }
  return new AppError('internal_server_error', {
    publicMessage: 'The check failed on our side. Quote the X-Request-Id when you report it.',
    cause,
  });
}

function stopping(): AppError {
  return overloaded('The service is stopping.');
}

function timedOut(timeoutMs: number): AppError {
  return new AppError('preflight_timeout', {
    publicMessage: `The check took longer than ${timeoutMs / 1000} seconds. Split the content, or try again later.`,
    retryAfterSeconds: 2,
    isShed: true,
  });
}
