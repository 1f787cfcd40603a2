import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';
import { createBackoff } from '../platform/backoff.ts';

/** Shorter than the interval after which a queue takes over a lost job, so that work resumes soon after an outage. */
const WAITS = { firstMs: 250, longestMs: 5000 };

/** Called after each successful attempt to fetch a job. */
export type OnFetched = () => void;

/**
 * Makes the workers of a backend wait between failing fetches. bullmq (6.7.0) waits only if the server cannot be reached. If it
 * answers with an error (no space, read-only, a missing table), the loop fetches again at once, and logs thousands of warnings a
 * second. Remove this when bullmq waits after any error.
 */
export function paceFetches<B extends IQueueBackend, C>(
  factory: BackendFactory<B, C>,
  onFetched: OnFetched,
): BackendFactory<B, C> {
  return (name, options, kind) => {
    const backend = factory(name, options, kind);
    if (kind?.withBlockingConnection !== true) return backend;
    const backoff = createBackoff(WAITS);
    const closing = new AbortController();
    const paced =
      <Args extends unknown[], Result>(fetch: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        try {
          const result = await fetch.apply(backend, args);
          backoff.reset();
          onFetched();
          return result;
        } catch (error) {
          await delay(backoff.next(), undefined, { signal: closing.signal }).catch(() => undefined);
          throw error;
        }
      };
    backend.moveToActive = paced(backend.moveToActive.bind(backend));
    backend.waitForJob = paced(backend.waitForJob.bind(backend));
    // A closing worker disconnects first: it must not sit out a wait.
    const disconnectBlocking = backend.disconnectBlocking.bind(backend);
    backend.disconnectBlocking = (wait) => {
      closing.abort();
      return disconnectBlocking(wait);
    };
    return backend;
  };
}
