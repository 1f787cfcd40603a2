import type { HeldBy } from '../../shared/sync/store/holds.ts';

/** What a job throws to tell the queue how to continue. Everything else is retried with backoff. */

/** Retrying cannot help: the job fails at once. The message must be safe to show in the dashboard. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Go on in a while, e.g. when a rate limit allows it. Uses no attempt: the run keeps a deadline of its own. */
export class RateLimitedError extends Error {
  override readonly name: string = 'RateLimitedError';
  readonly retryAfterMs: number;
  /** Why it waits, as the metrics have it; '': the provider's limit, or another worker at the same run. */
  readonly code: string = '';

  /** @param why what it waits for, for the log: whose limit, who holds it up */
  constructor(retryAfterMs: number, why: string) {
    super(`goes on in ${Math.ceil(retryAfterMs / 1000)} s: ${why}`);
    this.retryAfterMs = retryAfterMs;
  }

  /** The rest of a sentence about the job, for the log. */
  get outlook(): string {
    return this.message;
  }
}

/** A run that waits to be called is woken by who calls it. Should nobody, it looks itself. */
const UNCALLED_LOOKS_EVERY_MS = 3600_000;

/** The run is held back: it goes on by itself when it is let go, and uses no attempt. Its row says why. */
export class HeldError extends RateLimitedError {
  override readonly name = 'HeldError';
  override readonly code: HeldBy;

  constructor(heldBy: HeldBy) {
    super(UNCALLED_LOOKS_EVERY_MS, heldBy);
    this.code = heldBy;
    this.message = `held: ${heldBy}`;
  }

  override get outlook(): string {
    return `is ${this.message}`;
  }
}

/** The run stands in line for a place of its household or bank: a worker that has one calls it. Uses no attempt. */
export class NoPlaceError extends RateLimitedError {
  override readonly name = 'NoPlaceError';
  override readonly code = 'no_place';

  constructor() {
    super(UNCALLED_LOOKS_EVERY_MS, 'no place');
  }

  override get outlook(): string {
    return 'is in line for a place of its household or bank';
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
    super(`the work made no progress for ${Math.round(silentMs / 1000)} s`);
  }
}
