/** What a job throws to tell the queue how to continue. Everything else is retried with backoff. */

/** Retrying cannot help: the job fails at once. The message must be safe to show in the dashboard. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
}

/** Go on in a while, e.g. when a rate limit allows it. Uses no attempt: the run keeps a deadline of its own. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(`waiting ${Math.ceil(retryAfterMs / 1000)} s`);
    this.retryAfterMs = retryAfterMs;
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
