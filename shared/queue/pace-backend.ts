import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';
import { createBackoff } from '../platform/backoff.ts';

/** Below the interval at which a queue's takeover is expected, so that work resumes soon after an outage. */
const WAITS = { firstMs: 250, longestMs: 5000 };

/** Hears of each try to fetch a job that worked. */
export type OnFetched = () => void;

/**
 * Makes the workers of a backend wait between fetches that fail. bullmq (6.7.0) waits only where the server
 * cannot be reached; where it answers with an error (no room, read-only, a table that is gone) the loop
 * fetches again at once, and writes thousands of warnings a second. Goes when bullmq waits after any error.
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
    // A worker that closes disconnects first: it must not sit out a wait.
    const disconnectBlocking = backend.disconnectBlocking.bind(backend);
    backend.disconnectBlocking = (wait) => {
      closing.abort();
      return disconnectBlocking(wait);
    };
    return backend;
  };
}
