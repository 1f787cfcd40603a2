import type { AnySql, Sql, Tx } from '../../postgres/connect.ts';
import { deleteOldest } from '../../postgres/walk.ts';
import { recordsOf } from '../../postgres/household-rows.ts';
import { LeaseLostError, writeFenced } from '../../queue/leases.ts';
import type { Lease } from '../../queue/leases.ts';
import { applyRules } from '../../queue/runs/kinds.ts';
import { failRun, updateRun } from '../../queue/runs/run-store.ts';
import type { RowCursor } from './rule-rows.ts';
import { ruleRunColumns, type RuleRun, type RuleRunTrigger } from './rule-run.ts';
import type { RuleTally } from './rule-tally.ts';
import {
  claimRuleWork,
  deleteRuleWork,
  endRuleWorkOf,
  hasWaitingRuleWork,
  insertRuleWork,
  releaseRuleWork,
} from './rule-work.ts';

const ruleRuns = recordsOf<RuleRun, 'ruleId'>('rule_runs', ruleRunColumns);

export interface RequestedRuleRun {
  readonly ruleId: string | null;
  readonly ignoreLocks: boolean;
  /** Default: all transactions. */
  readonly scope?: 'all' | 'transfers';
}

/** Queues a run that a person requested. The caller commits, then enqueues the job with that id. */
export async function insertRequestedRuleRun(
  sql: AnySql,
  householdId: string,
  run: RequestedRuleRun,
): Promise<RuleRun> {
  const [row] = await sql<[RuleRun]>`
    insert into rule_runs (household_id, rule_id, execution_type, trigger, ignore_locks, scope)
    values (${householdId}, ${run.ruleId}, 'manual', 'request', ${run.ignoreLocks}, ${run.scope ?? 'all'})
    returning ${ruleRunColumns(sql)}`;
  return row;
}

/**
 * Queues a run of all active rules, and of pairing, over what a sync, an import or a person's write changed (rule-work.ts). Call it
 * in the transaction that ends the sync or import, then enqueue the job with the returned id; if a run is already waiting, it is
 * that one's. Null after a sync or a write if the household has no active rule and only one account, hence no transfers to pair.
 * After an import there is always a run, so that its session can report if it could not be queued.
 */
export async function insertScheduledRuleRun(
  tx: AnySql,
  householdId: string,
  trigger: Exclude<RuleRunTrigger, 'request'>,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    insert into rule_runs (household_id, execution_type, trigger, scope)
    select ${householdId}, 'scheduled', ${trigger}, 'changed'
    where ${trigger === 'import'}
      or exists (select 1 from rules where household_id = ${householdId} and active)
      or exists (select 1 from accounts where household_id = ${householdId} offset 1)
    on conflict (household_id) where status = 'queued' and execution_type = 'scheduled'
    do update set updated_at = now()
    returning id`;
  if (row === undefined) await deleteRuleWork(tx, householdId, null);
  return row?.id ?? null;
}

export const findRuleRun = ruleRuns.find;

export const listRuleRuns = ruleRuns.list;

/** Begins or continues a run under its lease. `busy`: the household has another. Throws LeaseLostError if the run is over. */
export async function beginRuleRun(sql: Sql, lease: Lease): Promise<RuleRun | 'busy'> {
  const run = { householdId: lease.householdId, id: lease.resource };
  try {
    return await writeFenced(sql, lease, async (tx) => {
      const start = tx`status = 'running', started_at = coalesce(started_at, now())`;
      await updateRun(tx, applyRules, run, start);
      const begun = await findRuleRun(tx, run.householdId, run.id);
      if (begun?.status !== 'running') throw new LeaseLostError();
      // Later work is left to the next run: ids before the cursor would be skipped.
      if (begun.scope !== 'changed' || begun.cursor !== null) return begun;
      return { ...begun, sourceId: await claimRuleWork(tx, run.householdId, run.id) };
    });
  } catch (error) {
    // The unique index allows only one run of a household to be running.
    const { constraint_name: violated } = error as { constraint_name?: unknown };
    if (violated === 'rule_runs_one_running') return 'busy';
    throw error;
  }
}

/** Stores what the rules have done and how far the run has come, in the same transaction. */
export async function updateRuleRunProgress(
  tx: Tx,
  run: RuleRun,
  tally: RuleTally,
  cursor: RowCursor | null,
): Promise<void> {
  const change = tx`
    transactions_queued = ${tally.matched},
    transactions_processed = ${tally.matched},
    transactions_modified = ${tally.modified},
    results = ${tx.json(tally.results as never)},
    cursor_date = ${cursor?.date ?? null},
    cursor_transaction_id = ${cursor?.id ?? null},
    deaths = 0`;
  await updateRun(tx, applyRules, run, change);
}

/**
 * Ends a run, as failed if any of its rules failed. Returns the id of a run for waiting work of other causes, to be enqueued after
 * the commit; null if there is none.
 */
export async function finishRuleRun(
  tx: Tx,
  run: RuleRun,
  tally: RuleTally,
): Promise<string | null> {
  const failed = tally.results.filter(({ error }) => error !== null).length;
  const error = {
    code: 'rule_failed',
    message: `${failed} of the rules could not be run; results says which and why.`,
  };
  await updateRuleRunProgress(tx, run, tally, null);
  await deleteRuleWork(tx, run.householdId, run.id);
  if (failed > 0) await failRun(tx, applyRules, run, error);
  else await updateRun(tx, applyRules, run, tx`status = 'completed', finished_at = now()`);
  return insertRunOfWaiting(tx, run);
}

/** Queues a run for the work that this one left to others, like insertScheduledRuleRun; null if there is none. */
async function insertRunOfWaiting(
  tx: Tx,
  { householdId, sourceId }: Pick<RuleRun, 'householdId' | 'sourceId'>,
): Promise<string | null> {
  const isWaiting = await hasWaitingRuleWork(tx, householdId, { ofImports: sourceId === null });
  return isWaiting ? insertScheduledRuleRun(tx, householdId, 'import') : null;
}

/** Cancels the rules' work for an import that is undone; other work that its run left waiting gets a new run. */
export async function endRuleRunsOf(tx: Tx, householdId: string, sourceId: string): Promise<void> {
  const hadRun = await endRuleWorkOf(tx, householdId, sourceId);
  if (hadRun) await insertRunOfWaiting(tx, { householdId, sourceId });
}

/** Hands the work of a failing run over to a later one. */
export async function passOnRuleWork(tx: Tx, run: RuleRun): Promise<void> {
  await insertRunOfWaiting(tx, run);
  await releaseRuleWork(tx, run.householdId, run.id);
}

/** Deletes ended runs that are older than this, the oldest first. Returns how many. */
export const deleteRuleRunsBefore = deleteOldest(
  'rule_runs',
  'id',
  'created_at',
  (sql) => sql`and status in ('completed', 'failed')`,
);

/**
 * Records transactions that a person added or changed as work for rules and pairing. Returns the run that will process them, to be
 * enqueued after the commit; null if the household has nothing to run.
 */
export async function insertRuleWorkOfWrite(
  tx: Tx,
  householdId: string,
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null;
  await insertRuleWork(tx, householdId, null, ids);
  return insertScheduledRuleRun(tx, householdId, 'write');
}
