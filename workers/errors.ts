import type { HeldBy } from '../shared/store/operations/holds.ts';

/** What a job throws to tell the queue how to continue. Everything else is retried with backoff. */

/** Retrying cannot help: the job fails at once. The message must be safe to show in the dashboard. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Go on in a while, e.g. when a rate limit allows it. Uses no attempt: the run keeps a deadline of its own. */
export class RateLimitedError extends Error {
  override readonly name: string = 'RateLimitedError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`waiting ${Math.ceil(retryAfterMs / 1000)} s`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A run that an operator holds back waits in the queue; the scheduler wakes it. Should there be none, it looks itself. */
const HELD_LOOKS_EVERY_MS = 3600_000;

/** The run is held back: it goes on by itself when it is let go, and uses no attempt. Its row says why. */
export class HeldError extends RateLimitedError {
  override readonly name = 'HeldError';
  readonly heldBy: HeldBy;

  constructor(heldBy: HeldBy) {
    super(HELD_LOOKS_EVERY_MS);
    this.heldBy = heldBy;
    this.message = `held: ${heldBy}`;
  }
}

/** The process is stopping: progress is saved and another worker resumes. Uses no attempt. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('the worker is stopping');
  }
}

/** The process takes no work although there is some: only a new process helps. */
export class StuckError extends Error {
  override readonly name = 'StuckError';
}

/** The holder of a lease makes no progress: it gives the lease up instead of renewing it for ever. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor(silentMs: number) {
    super(`the work has not got on for ${Math.round(silentMs / 1000)} s`);
  }
}
