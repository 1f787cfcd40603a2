import type { Config } from '../platform/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql, Tx } from '../postgres/connect.ts';
import { AppError } from '../platform/errors.ts';
import {
  applyRules,
  deleteHouseholdRun,
  RUN_KINDS,
  syncConnectionJob,
} from '../queue/runs/kinds.ts';
import type { Run } from '../queue/runs/run-kind.ts';
import { requeueDeletion } from '../households/household-deletions.ts';
import { beginAgain, markEnqueued } from '../queue/runs/run-store.ts';
import type { Queues } from '../queue/queues.ts';
import {
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../rules/store/rule-runs.ts';
import { findSync, insertOrJoinSync } from '../sync/store/syncs.ts';

export interface OperationsContext {
  sql: Sql;
  queues: Queues;
  clock: Clock;
  config: Pick<Config, 'providerBaseUrl' | 'providerTotalRatePerMinute'>;
}

export interface StoredJob {
  id: string;
  name: string;
  data: unknown;
}

/**
 * Restarts what a failed job was for: starts a new sync of its connection, publishes or undoes the import again, or starts a new
 * rule run; a run that has not ended gets its job back. Removes the failed job. Throws `conflict` with the reason if there is
 * nothing to restart.
 */
export async function retryRun(
  { sql, queues, clock }: OperationsContext,
  job: StoredJob,
): Promise<void> {
  const kind = RUN_KINDS.find(({ name }) => name === job.name);
  if (kind === undefined) throw refused(`Jobs named ${job.name} are unknown.`);
  const failed = kind.runOf(kind.parse(job.data));
  const again = AGAIN[kind.name];
  const next = await sql.begin((tx) =>
    again === undefined
      ? beginAgain(tx, kind, failed, clock.now())
      : again(tx, failed, clock.now()),
  );
  if (typeof next === 'string') throw refused(next);
  // A failed job with that id would swallow the new one.
  await queues.remove(kind.queue, job.id);
  // Committed before: if the queue is away, the scheduler adds the job later.
  await kind.enqueue(queues, next);
  await markEnqueued(sql, kind, [next], clock.now());
}

function refused(publicMessage: string): AppError {
  return new AppError('conflict', { publicMessage });
}

/** Begins a new run, or returns the failed one if it has not ended; a text says why neither is possible. */
type Again = (tx: Tx, failed: Run, now: Date) => Promise<Run | string>;

/** Kinds that store a row per run get a new run. */
const AGAIN: Readonly<Record<string, Again>> = {
  async [syncConnectionJob.name](tx, { householdId, id }, now) {
    const failed = await findSync(tx, householdId, id);
    if (failed === null) return 'The connection is gone.';
    if (failed.finishedAt === null) return failed;
    const { sync } = await insertOrJoinSync(tx, householdId, failed.connectionId, 'manual', now);
    return sync;
  },
  async [deleteHouseholdRun.name](tx, run) {
    const again = await requeueDeletion(tx, run.householdId);
    return again ? run : 'The household is deleted.';
  },
  async [applyRules.name](tx, { householdId, id }) {
    const failed = await findRuleRun(tx, householdId, id);
    if (failed === null) return 'The run is gone.';
    if (failed.finishedAt === null) return failed;
    const { ruleId, ignoreLocks, trigger } = failed;
    if (trigger === 'request') {
      const scope = failed.scope === 'transfers' ? 'transfers' : 'all';
      return insertRequestedRuleRun(tx, householdId, { ruleId, ignoreLocks, scope });
    }
    if (failed.error?.code === 'rule_failed') {
      return 'Its other rules were applied. Correct the rule that failed, then run it.';
    }
    const next = await insertScheduledRuleRun(tx, householdId, trigger);
    return next === null ? 'There is nothing left to apply.' : { householdId, id: next };
  },
};
