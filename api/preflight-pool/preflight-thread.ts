import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { runTask } from './run-task.ts';
import type { Begun, NumberedTask } from './tasks.ts';

// Requests go before parsing when they compete for a core. Only Linux has priorities of single threads; elsewhere this
// would slow the whole process down.
if (process.platform === 'linux') {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here: then all threads are equal.
  }
}

/** The bytes that a result carries. */
function bytesOf(result: ReturnType<typeof runTask>): Uint8Array | undefined {
  if (result.kind === 'import') return result.rows;
  return result.kind === 'fields' ? result.content?.bytes : undefined;
}

/** The program of one thread of the pool: one task at a time, until it is terminated. */
export default function work(task: NumberedTask): unknown {
  parentPort?.postMessage({ begun: task.number } satisfies Begun);
  const result = runTask(task);
  const buffer = bytesOf(result)?.buffer;
  if (!(buffer instanceof ArrayBuffer)) return result;
  // Content goes back as it came: transferred, not copied.
  return move({ [transferableSymbol]: [buffer], [valueSymbol]: result });
}
