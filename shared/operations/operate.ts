import { QUEUE_NAMES } from '../queue/queues.ts';
import type { QueueName } from '../queue/queues.ts';
import {
  countAtWork,
  deleteHold,
  findScopeOf,
  listHolds,
  upsertHold,
} from '../sync/store/holds.ts';
import type { HoldMode, HoldTarget } from '../sync/store/holds.ts';
import { providerHost } from '../sync/client/settings.ts';
import { resumeSuspended } from '../sync/store/connection-syncs.ts';
import { isUuid } from '#preflight/uuid';
import { retryRun } from './retry-run.ts';
import type { OperationsContext, StoredJob } from './retry-run.ts';
import { AppError } from '../platform/errors.ts';
import { listFailedSyncs } from './store/run-titles.ts';
import { deleteHouseholdNow } from '../households/delete-household.ts';
import { insertOperatorAction } from './store/operator-actions.ts';

/**
 * What an operator's word refers to: a queue by name, the provider by host, or a household or connection by id. Null if it is none of
 * these. A provider's former host is known as long as it is held.
 */
export async function findTarget(
  { sql, config }: Pick<OperationsContext, 'sql' | 'config'>,
  word: string,
): Promise<HoldTarget | null> {
  if (isQueue(word)) return { scope: 'queue', target: word };
  if (isUuid(word)) {
    const found = await findScopeOf(sql, word);
    return found === null ? null : { scope: found.scope, target: word.toLowerCase() };
  }
  const holds = await listHolds(sql);
  const isHeld = holds.some(({ scope, target }) => scope === 'provider' && target === word);
  return isHeld || word === providerHost(config) ? { scope: 'provider', target: word } : null;
}

/** What to say of a word that is no target. */
export function targetRefusal({ config }: Pick<OperationsContext, 'config'>, word: string): string {
  const queues = QUEUE_NAMES.join(', ');
  return `${word} is not a queue (${queues}), the host of the provider (${providerHost(config)}), or the id of a household or connection.`;
}

/**
 * Holds work back. A held queue starts none of its jobs; any other hold makes syncs wait. `pause` also stops running syncs at their
 * next page, to continue later; `drain` lets them finish. Returns how many jobs or syncs are running now.
 */
export async function hold(
  { sql, queues }: OperationsContext,
  to: HoldTarget,
  mode: HoldMode,
  actor: string,
): Promise<number> {
  const { scope, target } = to;
  // If the queue is away, the scheduler pauses it later.
  await upsertHold(sql, { ...to, mode, actor });
  if (scope === 'queue' && isQueue(target)) await queues.of(target).pause();
  return countRunning({ sql, queues }, to);
}

/**
 * Releases a hold, and resumes the suspended connections of a household, or the one. Returns whether anything was held, and how many
 * connections it resumed.
 */
export async function release(
  { sql, queues, clock }: OperationsContext,
  to: HoldTarget,
): Promise<{ wasHeld: boolean; resumed: number }> {
  const { scope, target } = to;
  let wasHeld = await deleteHold(sql, to);
  if (scope === 'queue' && isQueue(target)) {
    const queue = queues.of(target);
    wasHeld ||= (await queues.front(target)).isPaused;
    // Also lifts limits that other queue tools set.
    await queue.removeGlobalConcurrency();
    await queue.removeGlobalRateLimit();
    await queue.removeRateLimitKey();
    await queue.resume();
  }
  const found = isUuid(target) ? await findScopeOf(sql, target) : null;
  if (found === null) return { wasHeld, resumed: 0 };
  const { householdId } = found;
  const which = scope === 'connection' ? { householdId, connectionId: target } : { householdId };
  return { wasHeld, resumed: await resumeSuspended(sql, which, clock.now()) };
}

/** How many jobs of a queue, or how many syncs of any other target, are running. */
export async function countRunning(
  { sql, queues }: Pick<OperationsContext, 'sql' | 'queues'>,
  to: HoldTarget,
): Promise<number> {
  if (to.scope !== 'queue' || !isQueue(to.target)) return countAtWork(sql, to);
  return (await queues.depth(to.target)).counts['active'] ?? 0;
}

function isQueue(word: string): word is QueueName {
  return QUEUE_NAMES.some((name) => name === word);
}

interface FailedJob extends StoredJob {
  queue: QueueName;
  /** The code of its run, or the message of an unexpected error. */
  code: string;
  /** The bank of a sync, as its provider lists it; null if unknown or not a sync. */
  provider: string | null;
  /** Its sync was followed by one that worked, or is gone with its connection: nothing is left to do about it. */
  isOver: boolean;
}

export interface FailureGroup extends Pick<FailedJob, 'queue' | 'code' | 'provider'> {
  count: number;
  latest: string;
}

interface FailureSelection {
  /** A job's id, a code that jobs failed with, or `all`. */
  which: string;
  provider?: string | undefined;
  /** At most this many, newest first. */
  limit: number;
}

export interface BulkResult {
  done: number;
  /** The reasons why others were left alone, with counts. */
  refused: Record<string, number>;
}

/** How many jobs per queue are looked through at most: failed jobs are kept for a week. */
const LOOKED_AT_MAX = 50_000;
const PAGE = 1000;
/** How many run concurrently: each is a few statements. */
const BATCH = 10;

/** The failed jobs of a queue, newest first, page by page. */
async function* failedJobs(
  { sql, queues }: OperationsContext,
  queue: QueueName,
): AsyncGenerator<FailedJob[]> {
  for (let from = 0; from < LOOKED_AT_MAX; from += PAGE) {
    const jobs = await queues.of(queue).getJobs(['failed'], from, from + PAGE - 1);
    const idOf = ({ data }: { data: unknown }) => (data as { sync_id?: unknown }).sync_id;
    const isSync = (id: unknown): id is string => typeof id === 'string' && isUuid(id);
    const syncs = await listFailedSyncs(sql, jobs.map(idOf).filter(isSync));
    yield jobs.map((job) => {
      const { id = '', name, failedReason } = job;
      const syncId = idOf(job);
      const sync = isSync(syncId) ? syncs.get(syncId) : undefined;
      return {
        queue,
        id,
        name,
        data: job.data as unknown,
        code: failedReason,
        provider: sync?.bank ?? null,
        isOver: isSync(syncId) && (sync?.isHealed ?? true),
      };
    });
    if (jobs.length < PAGE) return;
  }
}

/** The code of a failed job in metrics and alerts. An unexpected error has its message as code instead. */
function codeOf({ code }: FailedJob): string {
  return /^[a-z_]+$/.test(code) ? code : 'internal_error';
}

export async function selectFailed(
  context: OperationsContext,
  { which, provider, limit }: FailureSelection,
): Promise<FailedJob[]> {
  const selected: FailedJob[] = [];
  const isMeant = (job: FailedJob): boolean =>
    (which === 'all' || [job.id, job.code, codeOf(job)].includes(which)) &&
    (provider === undefined || provider.toLowerCase() === job.provider);
  for (const queue of QUEUE_NAMES) {
    for await (const page of failedJobs(context, queue)) {
      selected.push(...page.filter(isMeant).slice(0, limit - selected.length));
      if (selected.length >= limit) return selected;
    }
  }
  return selected;
}

/** Failed jobs by code and provider, most frequent first, with the latest job of each group. */
export function groupFailed(jobs: readonly FailedJob[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { queue, code, provider, id: latest } of jobs) {
    const key = JSON.stringify([queue, code, provider]);
    const group = groups.get(key) ?? { queue, code, provider, count: 0, latest };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** The failures of a queue that `status` shows: those among the latest thousand failed jobs about which something is left to do. */
export async function findFailures(
  context: OperationsContext,
  queue: QueueName,
): Promise<FailureGroup[]> {
  const first = await failedJobs(context, queue).next();
  return first.done === true ? [] : groupFailed(first.value.filter(({ isOver }) => !isOver));
}

/** Does something with each job, a few at a time. */
async function inBatches(
  jobs: readonly FailedJob[],
  act: (job: FailedJob) => Promise<void>,
): Promise<BulkResult> {
  const result: BulkResult = { done: 0, refused: {} };
  const tryOne = async (job: FailedJob): Promise<void> => {
    try {
      await act(job);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      result.refused[error.publicMessage] = (result.refused[error.publicMessage] ?? 0) + 1;
    }
  };
  for (let from = 0; from < jobs.length; from += BATCH) {
    await Promise.all(jobs.slice(from, from + BATCH).map(tryOne));
  }
  return result;
}

export type Levers = ReturnType<typeof leversOf>;

/** The operator's levers. Each action is logged with the actor and the outcome. */
export function leversOf(context: OperationsContext, actor: string) {
  const { sql, queues } = context;
  const noted = async <T extends object>(
    action: string,
    target: string,
    act: () => Promise<T>,
  ): Promise<T> => {
    const note = (result: string) => insertOperatorAction(sql, { actor, action, target, result });
    let result: T;
    try {
      result = await act();
    } catch (error) {
      await note('failed');
      throw error;
    }
    await note(JSON.stringify(result));
    return result;
  };
  const named = ({ scope, target }: HoldTarget): string => `${scope} ${target}`;
  const meant = ({ which, provider }: FailureSelection): string =>
    provider === undefined ? which : `${which} of ${provider}`;
  return {
    /** Holds work back. Returns how much of it still runs. */
    hold: (to: HoldTarget, mode: HoldMode) =>
      noted(mode, named(to), async () => ({ running: await hold(context, to, mode, actor) })),
    /** Lets work continue. Returns whether it was held, and how many suspended connections were resumed. */
    resume: (to: HoldTarget) => noted('resume', named(to), () => release(context, to)),
    /** Retries failed jobs. Returns how many were restarted, and why others were not. */
    retry: (selection: FailureSelection) =>
      noted('retry', meant(selection), async () =>
        inBatches(await selectFailed(context, selection), (job) => retryRun(context, job)),
      ),
    /** Removes failed jobs. Ended runs stay as they are; a run that has not ended gets a new job. */
    discard: (selection: FailureSelection) =>
      noted('discard', meant(selection), async () =>
        inBatches(await selectFailed(context, selection), ({ queue, id }) =>
          queues.remove(queue, id),
        ),
      ),
    /** Deletes a household for good. Returns how many rows it had, except those that go with its accounts or itself. */
    deleteHousehold: (householdId: string) =>
      noted('delete', `household ${householdId}`, async () => ({
        rows: await deleteHouseholdNow(sql, householdId),
      })),
  };
}
