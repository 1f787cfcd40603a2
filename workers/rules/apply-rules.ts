import { isAway } from '../../shared/platform/away.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { retryDeadlocks } from '../../shared/postgres/retry-deadlocks.ts';
import { applyRules } from '../../shared/queue/apply-rules.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { settleMirrors } from '../../shared/rules/store/rule-mirrors.ts';
import {
  beginRuleRun,
  failRuleRun,
  findRuleRun,
  lockRuleRun,
} from '../../shared/rules/store/rule-runs.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import { findRule, listActiveRules, type StoredRule } from '../../shared/rules/store/rules.ts';
import type { JobEnd, JobRun, WorkerContext } from '../frame/context.ts';
import { RateLimitedError, StoppingError } from '../frame/errors.ts';
import { withLease, type HeldLease } from '../frame/with-lease.ts';
import { pairTransfers } from './pair-transfers.ts';
import { runRules } from './run-rules.ts';

/** How soon to look again while another run of the household is at work. */
const BUSY_RETRY_MS = 1000;
/** So many workers may vanish over one rule: what ends a process would come again. */
const DEATHS_MAX = 3;

/**
 * Applies one rule, or all active rules of a household, to all of its transactions or to those that changed. Before the
 * rules look at what changed, its transfers are paired.
 *
 * A killed worker's run is taken over behind the last transaction that is done; nothing is counted twice. A rule that
 * cannot be run is recorded and the others go on. Runs of one household never overlap.
 */
export async function performApplyRules(
  context: WorkerContext,
  payload: { household_id: string; rule_run_id: string },
  job: JobRun,
): Promise<JobEnd | null> {
  const { sql } = context;
  const { household_id: householdId, rule_run_id: resource } = payload;
  const stored = await findRuleRun(sql, householdId, resource);
  if (stored === null || stored.finishedAt !== null) return null;
  return withLease(context, { kind: 'rules', householdId, resource }, job, async (held) => {
    const run = await beginRuleRun(sql, held.lease);
    if (run === 'gone') return null;
    if (run === 'busy') {
      throw new RateLimitedError(BUSY_RETRY_MS, 'another run of the household is at work');
    }
    return performRun(context, run, job, held);
  });
}

async function performRun(
  context: WorkerContext,
  run: RuleRun,
  job: JobRun,
  held: HeldLease,
): Promise<JobEnd> {
  const { sql, log, clock } = context;
  if (run.deaths >= DEATHS_MAX) {
    log.error('gave up on a rule run whose workers keep dying', { rule_run_id: run.id });
    const message = `${DEATHS_MAX} workers died while applying the rules.`;
    await held.write((tx) => failRuleRun(tx, run, message));
    return { status: 'failed', code: 'worker_lost', failed: true };
  }
  try {
    const writeAs =
      (by: 'rule' | 'transfer') =>
      <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
        retryDeadlocks(() => writeOfRun(held, run, by, work));
    const pair = writeAs('transfer');
    await pair((tx) => settleMirrors(tx, run.householdId, run.sourceId));
    await held.check();
    if (run.scope !== 'all') {
      await pairTransfers({
        sql,
        run,
        now: () => clock.now(),
        write: pair,
        check: () => held.check(),
      });
    }
    const rules = await listRulesOfRun(sql, run);
    job.report.step(`${rules.length} rules to apply`);
    const { report } = job;
    const check = () => held.check();
    const scope = {
      sql,
      log,
      run,
      write: writeAs('rule'),
      check,
      report,
      queue: (id: string) => queueRun(context, run, id),
    };
    return await runRules(scope, rules);
  } catch (error) {
    const passesOn = error instanceof StoppingError || error instanceof LeaseLostError;
    if (passesOn || isAway(error) || !job.isLastAttempt) throw error;
    await held.write((tx) => failRuleRun(tx, run, 'The rules could not be applied.'));
    log.error('the rules could not be applied', { rule_run_id: run.id, error });
    return { status: 'failed', code: 'run_failed', failed: true };
  }
}

async function listRulesOfRun(sql: Sql, run: RuleRun): Promise<StoredRule[]> {
  if (run.scope === 'transfers') return [];
  if (run.ruleId === null) return listActiveRules(sql, run.householdId);
  const rule = await findRule(sql, run.householdId, run.ruleId);
  return rule === null ? [] : [rule];
}

/** Queues the run of what other causes wait with; when the queue is away, the scheduler does. */
async function queueRun({ queues, log }: WorkerContext, run: RuleRun, id: string): Promise<void> {
  try {
    await applyRules.enqueue(queues, { household_id: run.householdId, rule_run_id: id });
  } catch (error) {
    log.warn('the rule run that follows another could not be queued', { rule_run_id: id, error });
  }
}

/** A transaction of a run, for the undo of the import that caused it. Throws LeaseLostError when another worker has it, or when it was deleted. */
async function writeOfRun<T>(
  held: HeldLease,
  run: RuleRun,
  by: 'rule' | 'transfer',
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return held.write(async (tx) => {
    if (!(await lockRuleRun(tx, run))) throw new LeaseLostError();
    await signChanges(tx, { by, id: run.id, sourceId: run.sourceId });
    return write(tx);
  });
}
