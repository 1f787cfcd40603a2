import { AppError } from '../../shared/errors.ts';
import type { ThreadHandle } from './preflight-thread-handle.ts';
import { startThread } from './preflight-thread-handle.ts';
import type { Reply, ResultOf, Task } from './tasks.ts';

export interface PreflightPoolOptions {
  /** Tasks that run at once. */
  threads: number;
  /** Tasks that wait for a thread; above it a task is refused. */
  queueMax: number;
  /** Time of one task once it runs, in milliseconds. */
  timeoutMs: number;
  /** Heap of one thread in MiB. Default 384: several times what honest content needs. */
  heapMb?: number;
}

const HEAP_MB = 384;

export interface RunOptions {
  /** Aborted when nobody waits for the answer any more: the thread is freed at once. */
  signal?: AbortSignal;
  /** The caller needs the bytes afterwards: they are copied instead of handed over. */
  keepContent?: boolean;
}

/** A bounded pool of threads, so that parsing never holds the event loop. */
export interface PreflightPool {
  /**
   * Runs a task on a thread. The task's bytes are handed over and empty afterwards, unless `keepContent`.
   * Throws service_unavailable when too many wait, preflight_timeout, content_too_complex when a thread runs out
   * of memory, bad_request when the signal aborts, and internal_server_error on the unforeseen.
   */
  run<T extends Task>(task: T, options?: RunOptions): Promise<ResultOf<T>>;
  /** Ends all threads; what runs or waits fails with service_unavailable. */
  close(): Promise<void>;
}

interface Job {
  task: Task;
  transfer: ArrayBuffer[];
  settle: (outcome: Reply | AppError) => void;
  timer: NodeJS.Timeout | null;
}

/** Seconds after which a refused client may come back. */
const RETRY_AFTER_SECONDS = 2;

/** A pool without threads yet: they are started when there is work, kept, and replaced when they die. */
export function createPreflightPool(options: PreflightPoolOptions): PreflightPool {
  const idle: ThreadHandle[] = [];
  const busy = new Map<Job, ThreadHandle>();
  const waiting: Job[] = [];
  let closed = false;

  function dispatch(): void {
    while (!closed && waiting.length > 0 && busy.size < options.threads) {
      const job = waiting.shift();
      if (job !== undefined) begin(job, idle.pop() ?? newThread());
    }
  }

  function newThread(): ThreadHandle {
    const thread = startThread(options.heapMb ?? HEAP_MB, () => {
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    return thread;
  }

  function begin(job: Job, thread: ThreadHandle): void {
    busy.set(job, thread);
    const begun = () => {
      job.timer = setTimeout(() => drop(job, timedOut(options.timeoutMs)), options.timeoutMs);
    };
    thread.start(job.task, job.transfer, begun, (outcome) => {
      if (job.timer !== null) clearTimeout(job.timer);
      busy.delete(job);
      // A crashed thread is not used again.
      if (!(outcome instanceof AppError)) idle.push(thread);
      job.settle(outcome);
      dispatch();
    });
  }

  /** Gives up on a job that waits or runs; its thread cannot be interrupted, only ended. */
  function drop(job: Job, reason: AppError): void {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    if (job.timer !== null) clearTimeout(job.timer);
    const thread = busy.get(job);
    busy.delete(job);
    void thread?.terminate();
    job.settle(reason);
    dispatch();
  }

  return {
    async run<T extends Task>(task: T, { signal, keepContent = false }: RunOptions = {}) {
      if (signal?.aborted === true) throw clientGone(signal);
      if (closed) throw unavailable('The service is stopping.');
      if (busy.size >= options.threads && waiting.length >= options.queueMax) {
        throw unavailable('Too many preflights are waiting. Try again shortly.');
      }
      const { promise, resolve } = withResolver();
      const transfer = keepContent ? [] : owned(task.content);
      const job: Job = { task, transfer, settle: resolve, timer: null };
      const gone = () => drop(job, clientGone(signal));
      signal?.addEventListener('abort', gone, { once: true });
      waiting.push(job);
      dispatch();
      const outcome = await promise;
      signal?.removeEventListener('abort', gone);
      if (outcome instanceof AppError) throw outcome;
      if ('failure' in outcome) throw new Error(`preflight failed: ${outcome.failure}`);
      return outcome.result as ResultOf<T>;
    },
    async close() {
      closed = true;
      const threads = [...idle.splice(0), ...busy.values()];
      for (const job of [...waiting, ...busy.keys()])
        drop(job, unavailable('The service is stopping.'));
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

function withResolver() {
  let resolve: (outcome: Reply | AppError) => void = () => undefined;
  const promise = new Promise<Reply | AppError>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/**
 * The buffer may be handed over only when nobody else’s bytes are in it: small buffers share a pool of Node’s. One
 * that is read from its start and is larger than that pool was made for these bytes.
 */
function owned({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer[] {
  if (!(buffer instanceof ArrayBuffer) || byteLength === 0) return [];
  return buffer.byteLength === byteLength || (byteOffset === 0 && byteLength > Buffer.poolSize)
    ? [buffer]
    : [];
}

function unavailable(publicMessage: string): AppError {
  return new AppError('service_unavailable', {
    publicMessage,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function timedOut(timeoutMs: number): AppError {
  return new AppError('preflight_timeout', {
    publicMessage: `The check took longer than ${timeoutMs / 1000} seconds. Split the content, or try again later.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function clientGone(signal: AbortSignal | undefined): AppError {
  return new AppError('bad_request', {
    publicMessage: 'The client went away.',
    cause: signal?.reason,
  });
}
