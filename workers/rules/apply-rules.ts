import { isAway } from '../../shared/away.ts';
import type { Sql, Tx } from '../../shared/db/connect.ts';
import { retryDeadlocks } from '../../shared/db/retry-deadlocks.ts';
import { LeaseLostError } from '../../shared/store/leases.ts';
import { settleMirrors } from '../../shared/store/rules/rule-mirrors.ts';
import {
  beginRuleRun,
  failRuleRun,
  findRuleRun,
  lockRuleRun,
} from '../../shared/store/rules/rule-runs.ts';
import type { RuleRun } from '../../shared/store/rules/rule-run.ts';
import { findRule, listActiveRules, type StoredRule } from '../../shared/store/rules/rules.ts';
import type { JobEnd, JobRun, WorkerContext } from '../context.ts';
import { RateLimitedError, StoppingError } from '../errors.ts';
import { withLease, type HeldLease } from '../with-lease.ts';
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
    if (run === 'busy') throw new RateLimitedError(BUSY_RETRY_MS);
    return performRun(context, run, job, held);
  });
}

async function performRun(
  { sql, log, clock }: WorkerContext,
  run: RuleRun,
  job: JobRun,
  held: HeldLease,
): Promise<JobEnd> {
  if (run.deaths >= DEATHS_MAX) {
    log.error('gave up on a rule run whose workers keep dying', { rule_run_id: run.id });
    const message = `${DEATHS_MAX} workers died while applying the rules.`;
    await held.write((tx) => failRuleRun(tx, run, message));
    return { status: 'failed', code: 'worker_lost', failed: true };
  }
  try {
    const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      retryDeadlocks(() => writeOfRun(held, run, work));
    await write((tx) => settleMirrors(tx, run.householdId));
    await held.check();
    if (run.scope !== 'all') {
      await pairTransfers({ sql, run, now: () => clock.now(), write, check: () => held.check() });
    }
    const rules = await listRulesOfRun(sql, run);
    job.report.step(`${rules.length} rules to apply`);
    const { report } = job;
    return await runRules({ sql, log, run, write, check: () => held.check(), report }, rules);
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

/** A transaction of a run. Throws LeaseLostError when another worker has it, or when it was deleted. */
async function writeOfRun<T>(
  held: HeldLease,
  run: RuleRun,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return held.write(async (tx) => {
    if (!(await lockRuleRun(tx, run))) throw new LeaseLostError();
    return write(tx);
  });
}
