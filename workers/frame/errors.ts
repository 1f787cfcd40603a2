import type { HeldBy } from '../../shared/sync/store/holds.ts';

/** What a job throws to tell the queue how to continue. Any other error is retried with backoff. */

/** Retrying cannot help: the job fails at once. The message must be safe to show in the dashboard. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Continue later, e.g. when a rate limit allows it. Uses no attempt: the run has its own deadline. */
export class RateLimitedError extends Error {
  override readonly name: string = 'RateLimitedError';
  readonly retryAfterMs: number;
  /** Why it waits, for the metrics; '' for the provider's limit or another worker on the same run. */
  readonly code: string = '';

  /** Its message is the rest of a sentence about the job, for the log. @param why what it waits for */
  constructor(retryAfterMs: number, why: string) {
    super(`continues in ${Math.ceil(retryAfterMs / 1000)} s: ${why}`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A waiting run is normally woken by a call. This is how often it checks without one. */
const UNCALLED_LOOKS_EVERY_MS = 3600_000;

/** The run is held back and continues when it is released. Uses no attempt; its row says why. */
export class HeldError extends RateLimitedError {
  override readonly name = 'HeldError';
  override readonly code: HeldBy;

  constructor(heldBy: HeldBy) {
    super(UNCALLED_LOOKS_EVERY_MS, heldBy);
    this.code = heldBy;
    this.message = `is held: ${heldBy}`;
  }
}

/** The run waits for a place of its household or bank; a worker with a free place calls it. Uses no attempt. */
export class NoPlaceError extends RateLimitedError {
  override readonly name = 'NoPlaceError';
  override readonly code = 'no_place';

  constructor() {
    super(UNCALLED_LOOKS_EVERY_MS, 'no place');
    this.message = 'is in line for a place of its household or bank';
  }
}

/** The process is stopping: progress is saved and another worker resumes. Uses no attempt. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';

  constructor() {
    super('the worker is stopping');
  }
}

/** The process takes no jobs although some wait: only a restart helps. */
export class StuckError extends Error {
  override readonly name = 'StuckError';
}

/** The holder of a lease makes no progress, so it gives the lease up instead of renewing it for ever. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor(silentMs: number) {
    super(`the work made no progress for ${Math.round(silentMs / 1000)} s`);
  }
}
