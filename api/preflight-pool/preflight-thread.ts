import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { runTask } from './run-task.ts';
import { READY } from './tasks.ts';
import type { Reply, Task } from './tasks.ts';

// Requests come before parsing when they compete for a core. Only Linux knows priorities of single threads;
// elsewhere this would slow the whole process down.
if (process.platform === 'linux') {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here: then all threads are equal.
  }
}

/** The program of one thread of the pool: one task at a time, until it is terminated. */
parentPort?.on('message', (task: Task) => {
  const reply = answer(task);
  const bytes =
    'result' in reply && reply.result.kind === 'fields' ? reply.result.content?.bytes : undefined;
  parentPort?.postMessage(reply, bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
});

parentPort?.postMessage(READY);

function answer(task: Task): Reply {
  try {
    return { result: runTask(task) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
