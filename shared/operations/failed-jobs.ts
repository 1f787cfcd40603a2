import { AppError } from '../platform/errors.ts';
import { QUEUE_NAMES } from '../queue/queues.ts';
import type { QueueName } from '../queue/queues.ts';
import { listFailedSyncs } from './store/run-titles.ts';
import { isUuid } from '#preflight/uuid';
import type { OperationsContext, StoredJob } from './retry-run.ts';

export interface FailedJob extends StoredJob {
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

export interface FailureSelection {
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
export async function inBatches(
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
