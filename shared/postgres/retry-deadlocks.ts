import { errorCode } from '../platform/error-code.ts';

const TRIES_MAX = 5;

/**
 * Does a transaction that locks many rows, in whatever order, again when it meets a deadlock: the other one has gone on
 * by then. `attempt` has no effect but its transaction's. Throws the last error after five tries.
 */
export async function retryDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (errorCode(error) !== '40P01' || tries >= TRIES_MAX) throw error;
    }
  }
}
