import type { Config } from '../platform/config.ts';
import { isObject } from '#preflight/is-object';
import { listEnded } from '../queue/queues.ts';
import type { Queues } from '../queue/queues.ts';
import type { Sql } from '../postgres/connect.ts';
import { countDueWithin } from './store/due-syncs.ts';

/** What is known about the runs of a provider. Times in milliseconds. */
interface Backlog {
  /** Requests that the waiting runs still have to make. */
  waiting: number;
  /** Requests made recently, and over which period: a rate. */
  made: { requests: number; overMs: number };
  /** Requests of runs that become due soon, and within which period. */
  due: { requests: number; overMs: number };
  /** What the limit across all keys allows; null if there is none. */
  limit: { requests: number; overMs: number } | null;
}

/** Fewer requests say little about a rate. */
const LEAST = 20;

/**
 * How long until no run is waiting, at the current rate and counting what becomes due meanwhile. Milliseconds; Infinity: as much
 * becomes due as gets done; null: little was done recently, and no limit says what is possible. @internal
 */
export function backlogEtaMs({ waiting, made, due, limit }: Backlog): number | null {
  if (waiting === 0) return 0;
  const known = made.requests >= LEAST && made.overMs > 0;
  // The requests made recently may have been a burst.
  const rate = Math.min(known ? rateOf(made) : Infinity, limit === null ? Infinity : rateOf(limit));
  if (rate === Infinity) return null;
  const surplus = rate - rateOf(due);
  return surplus > 0 ? waiting / surplus : Infinity;
}

function rateOf({ requests, overMs }: Backlog['made']): number {
  return requests / overMs;
}

const DUE_WITHIN_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
/** Accounts, balance, transactions, holdings: the requests of a run about which nothing else is known. */
const REQUESTS_PER_RUN = 4;

interface BacklogContext {
  sql: Sql;
  queues: Queues;
  config: Pick<Config, 'providerTotalRatePerMinute'>;
}

/** How long the queued syncs of the provider will take, as in `backlogEtaMs`. Counts the waiting jobs. */
export async function readBacklogEta({
  sql,
  queues,
  config: { providerTotalRatePerMinute: perMinute },
}: BacklogContext): Promise<number | null> {
  const { waiting = 0, delayed = 0 } = (await queues.depth('sync')).counts;
  if (waiting + delayed === 0) return 0;
  const [ended, due] = await Promise.all([
    listEnded(queues.of('sync')),
    countDueWithin(sql, DUE_WITHIN_MS),
  ]);
  const requests = ended.reduce((sum, { returnvalue }) => sum + requestsOf(returnvalue), 0);
  const perRun = ended.length === 0 ? REQUESTS_PER_RUN : requests / ended.length;
  return backlogEtaMs({
    waiting: (waiting + delayed) * perRun,
    made: { requests, overMs: Date.now() - (ended.at(-1)?.finishedOn ?? Date.now()) },
    due: { requests: due * perRun, overMs: DUE_WITHIN_MS },
    limit: perMinute === 0 ? null : { requests: perMinute, overMs: MINUTE_MS },
  });
}

/** The requests of a run, from its job's result: the list, balance and holdings of each account, and pages. */
function requestsOf(returned: unknown): number {
  const counts = isObject(returned) && isObject(returned['counts']) ? returned['counts'] : {};
  const { accounts, pages } = counts;
  if (typeof accounts !== 'number' || typeof pages !== 'number') return REQUESTS_PER_RUN;
  return 1 + 2 * accounts + pages;
}
