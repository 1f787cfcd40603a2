import type { Tx } from '../../shared/postgres/connect.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { RunFailedError } from '../../shared/queue/runs/run-kind.ts';
import type { Run, RunError, RunKind } from '../../shared/queue/runs/run-kind.ts';
import { countDeath, failRun, findLiveRun } from '../../shared/queue/runs/run-store.ts';
import type { LiveRun } from '../../shared/queue/runs/run-store.ts';
import type { JobEnd, JobRun, WorkerContext } from './context.ts';
import { isOwnFault } from './faults.ts';
import { withLease } from './with-lease.ts';
import type { HeldLease, LeasedWork } from './with-lease.ts';

/** If this many workers vanished without progress, the next one most likely would, too. */
export const DEATHS_MAX = 3;

/** A run that only this worker works on. */
export interface HeldRun extends HeldLease {
  readonly run: LiveRun;
}

/** The work of a run, and its errors when it cannot be done. */
export interface RunWork extends Partial<Pick<LeasedWork, 'watch' | 'stalledAfterMs'>> {
  perform(held: HeldRun): Promise<JobEnd | null>;
  /** Whether no retry can help. On its last attempt, an error of our own ends the run anyway. */
  isFinal?(error: unknown): boolean;
  /** Why the run failed then; the log has the cause. */
  readonly fault: RunError;
  /** Why the run failed when too many workers vanished. */
  readonly lost?: string;
  /** Runs first in the transaction that fails the run. */
  failing?(tx: Tx): Promise<unknown>;
  /** Fails only the part of the run on which too many workers vanished. */
  giveUp?(held: HeldRun): Promise<JobEnd>;
}

/**
 * Performs a run under its lease, however often its job is delivered. If a worker is killed, another one resumes from the last
 * commit. A run fails if three workers vanished while working on it, or if its last attempt ends with an error of our own. Null:
 * there was nothing to do, or another worker continues.
 */
export async function performRun(
  context: WorkerContext,
  kind: RunKind,
  run: Run,
  job: JobRun,
  work: RunWork,
): Promise<JobEnd | null> {
  const { sql, log } = context;
  const found = await findLiveRun(sql, kind, run);
  if (found === null) return null;
  const leased: LeasedWork = {
    watch: async () => ((await findLiveRun(sql, kind, run)) === null ? new LeaseLostError() : null),
    ...work,
    ...found.lease,
    onVanished: (tx) => countDeath(tx, kind, run),
  };
  return withLease(context, leased, job, async (lease) => {
    const live = await findLiveRun(sql, kind, run);
    if (live === null) return null;
    const held = { ...lease, run: live };
    const fail = async (error: RunError): Promise<JobEnd> => {
      await lease.write(async (tx) => {
        await work.failing?.(tx);
        await failRun(tx, kind, run, error);
      });
      return { status: 'failed', code: error.code, failed: true };
    };
    if (live.deaths >= DEATHS_MAX) {
      log.error('gave up on a run whose workers keep dying', { job: kind.name });
      return work.giveUp?.(held) ?? fail({ code: 'worker_lost', message: work.lost ?? '' });
    }
    try {
      return await work.perform(held);
    } catch (error) {
      if (error instanceof RunFailedError) return fail(error.shown);
      const isFinal = work.isFinal?.(error) ?? false;
      if (!isFinal && !(job.isLastAttempt && isOwnFault(error))) throw error;
      log.error('a run failed', { job: kind.name, error });
      return fail(work.fault);
    }
  });
}
