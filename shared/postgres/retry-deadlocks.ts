import { errorCode } from '../platform/error-code.ts';

const TRIES_MAX = 5;

/**
 * Retries a transaction that locks many rows, in any order, if it hits a deadlock: by then the other transaction has moved on.
 * `attempt` must have no effect outside its transaction. Throws the last error after five tries.
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
