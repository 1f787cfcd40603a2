import type { Config } from '../platform/config.ts';
import { isObject } from '#preflight/is-object';
import type { Queues } from '../queue/queues.ts';
import type { Sql } from '../postgres/connect.ts';
import { countDueWithin } from './store/due-syncs.ts';
import { backlogEtaMs } from './backlog-eta.ts';

/** Jobs that ended last: what a rate is read from. */
const ENDED = 200;
const DUE_WITHIN_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
/** Accounts, balance, transactions, holdings: what a run takes of which nothing else is known. */
const REQUESTS_PER_RUN = 4;

interface BacklogContext {
  sql: Sql;
  queues: Queues;
  config?: Pick<Config, 'providerTotalRatePerMinute'>;
}

/** How long the queued syncs of the provider take, as `backlogEtaMs` says. Counts the jobs that wait. */
export async function readBacklogEta({
  sql,
  queues,
  config: { providerTotalRatePerMinute: perMinute } = { providerTotalRatePerMinute: 0 },
}: BacklogContext): Promise<number | null> {
  const queue = queues.all().find(({ name }) => name === 'sync');
  const { waiting = 0, delayed = 0 } = (await queues.depth('sync')).counts;
  if (queue === undefined || waiting + delayed === 0) return 0;
  const [completed, failed, due] = await Promise.all([
    queue.getJobs(['completed'], 0, ENDED - 1),
    queue.getJobs(['failed'], 0, ENDED - 1),
    countDueWithin(sql, DUE_WITHIN_MS),
  ]);
  const ended = [...completed, ...failed]
    .sort((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0))
    .slice(0, ENDED);
  const requests = ended.reduce((sum, { returnvalue }) => sum + requestsOf(returnvalue), 0);
  const perRun = ended.length === 0 ? REQUESTS_PER_RUN : requests / ended.length;
  return backlogEtaMs({
    waiting: (waiting + delayed) * perRun,
    made: { requests, overMs: Date.now() - (ended.at(-1)?.finishedOn ?? Date.now()) },
    due: { requests: due * perRun, overMs: DUE_WITHIN_MS },
    limit: perMinute === 0 ? null : { requests: perMinute, overMs: MINUTE_MS },
  });
}

/** The requests of a run, by what it returned to the queue: the list, balance and holdings of each account, and pages. */
function requestsOf(returned: unknown): number {
  const counts = isObject(returned) && isObject(returned['counts']) ? returned['counts'] : {};
  const { accounts, pages } = counts;
  if (typeof accounts !== 'number' || typeof pages !== 'number') return REQUESTS_PER_RUN;
  return 1 + 2 * accounts + pages;
}
