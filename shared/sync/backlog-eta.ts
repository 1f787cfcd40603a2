/** What is known of the runs of a provider. Times in milliseconds. */
export interface Backlog {
  /** Requests that the runs which wait have yet to make. */
  waiting: number;
  /** Requests made lately, and over how long: a rate. */
  made: { requests: number; overMs: number };
  /** Requests of runs that will become due soon, and within how long. */
  due: { requests: number; overMs: number };
  /** What the limit on all keys allows; null: there is none. */
  limit: { requests: number; overMs: number } | null;
}

/** Fewer requests say little about a rate. */
const LEAST = 20;

/**
 * How long it takes until no run waits, at the rate of now and with what becomes due meanwhile. Milliseconds; Infinity: as
 * much becomes due as is done; null: little was done lately, and no limit says what is possible.
 */
export function backlogEtaMs({ waiting, made, due, limit }: Backlog): number | null {
  if (waiting === 0) return 0;
  const known = made.requests >= LEAST && made.overMs > 0;
  // Those that were made lately may be a burst.
  const rate = Math.min(known ? rateOf(made) : Infinity, limit === null ? Infinity : rateOf(limit));
  if (rate === Infinity) return null;
  const surplus = rate - rateOf(due);
  return surplus > 0 ? waiting / surplus : Infinity;
}

function rateOf({ requests, overMs }: Backlog['made']): number {
  return requests / overMs;
}
