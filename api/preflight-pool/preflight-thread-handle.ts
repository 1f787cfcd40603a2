import { Worker } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import type { Reply, Task } from './tasks.ts';

/** What the build made of the program, or the way in when this is the source itself, run through tsx. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? 'preflight-thread-dev.mjs' : 'preflight-thread.js',
  import.meta.url,
);

/** Heap of one thread in MiB. Content lies outside of it; a heap beyond this is a content made to fill it. */
const HEAP_MB = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/** One thread with the task that it does. */
export interface ThreadHandle {
  /** Posts a task; `settle` is called once, with its reply or with why there is none. */
  start(task: Task, transfer: ArrayBuffer[], settle: (outcome: Reply | AppError) => void): void;
  /** Ends the thread at once, whatever it does; a running task is not settled any more. */
  terminate(): Promise<void>;
}

/** Starts a thread. `died` is called when it ends by itself, after its task was settled. */
export function startThread(died: () => void): ThreadHandle {
  const worker = new Worker(PROGRAM, { resourceLimits: HEAP_MB });
  let settle: ((outcome: Reply | AppError) => void) | null = null;
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

  worker.on('message', finish);
  worker.on('error', (error) => crash(crashError(error)));
  worker.on('messageerror', (error) => crash(crashError(error)));
  worker.on('exit', (code) => crash(crashError(new Error(`the thread ended with code ${code}`))));
  return {
    start(task, transfer, onSettled) {
      settle = onSettled;
      worker.postMessage(task, transfer);
    },
    async terminate() {
      terminated = true;
      settle = null;
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
