import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { READY } from './tasks.ts';
import type { Reply, Task } from './tasks.ts';

/** What the build made of the program, or the way in when this is the source itself, run through tsx. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'preflight-thread-dev.mjs' : 'preflight-thread.js',
  import.meta.url,
);

/** Young generation in MiB: large enough that what lives as long as a record does not outlive it. */
const YOUNG_MB = 64;

export type Settle = (outcome: Reply | AppError) => void;

/** One thread with the task that it does. */
export interface ThreadHandle {
  /**
   * Posts a task. `begun` is called when the thread is loaded and can do it, `settle` once, with its reply or with why
   * there is none.
   */
  start(task: Task, transfer: ArrayBuffer[], begun: () => void, settle: Settle): void;
  /** Ends the thread at once, whatever it does; a running task is not settled any more. */
  terminate(): Promise<void>;
}

/** Starts a thread with a heap of so many MiB; content lies outside of it. `died` is called when it ends by itself, after its task was settled. */
export function startThread(heapMb: number, died: () => void): ThreadHandle {
  const worker = new Worker(PROGRAM, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  let ready = false;
  let begin: (() => void) | null = null;
  let settle: Settle | null = null;
  let terminated = false;
  // An idle thread does not keep the process alive; the request that waits for a busy one does.
  worker.unref();

  function finish(outcome: Reply | AppError): void {
    const settled = settle;
    settle = null;
    settled?.(outcome);
  }

  function crash(error: AppError): void {
    if (terminated) return;
    terminated = true;
    finish(error);
    died();
    void worker.terminate();
  }

  worker.on('message', (message: Reply | typeof READY) => {
    if (message !== READY) {
      finish(message);
      return;
    }
    ready = true;
    begin?.();
    begin = null;
  });
  worker.on('error', (error) => crash(crashError(error)));
  worker.on('messageerror', (error) => crash(crashError(error)));
  worker.on('exit', (code) => crash(crashError(new Error(`the thread ended with code ${code}`))));
  return {
    start(task, transfer, begun, onSettled) {
      settle = onSettled;
      if (ready) begun();
      else begin = begun;
      worker.postMessage(task, transfer);
    },
    async terminate() {
      terminated = true;
      settle = null;
      begin = null;
      await worker.terminate();
    },
  };
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
