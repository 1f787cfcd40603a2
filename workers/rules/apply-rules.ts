import { isAway } from '../../shared/away.ts';
import type { Sql, Tx } from '../../shared/db/connect.ts';
import { retryDeadlocks } from '../../shared/db/retry-deadlocks.ts';
import { errorCode } from '../../shared/error-code.ts';
import {
  compileActions,
  compileMatch,
  UnrunnableRuleError,
} from '../../shared/rules/compile-rule.ts';
import { LeaseLostError } from '../../shared/store/leases.ts';
import { applyEffect } from '../../shared/store/rules/rule-effects.ts';
import { countModifiedMatches, fillRuleMatches } from '../../shared/store/rules/rule-matches.ts';
import { settleMirrors } from '../../shared/store/rules/rule-mirrors.ts';
import {
  advanceRuleRun,
  beginRuleRun,
  failRuleRun,
  findRuleRun,
  finishRuleRun,
  lockRuleRun,
  type RuleResult,
  type RuleRun,
} from '../../shared/store/rules/rule-runs.ts';
import { findRule, listActiveRulesOfRun, type StoredRule } from '../../shared/store/rules/rules.ts';
import type { JobRun, WorkerContext } from '../context.ts';
import { PermanentError, RateLimitedError, StoppingError } from '../errors.ts';
import { withLease, type HeldLease } from '../with-lease.ts';

/** How soon to look again while another run of the household is at work. */
const BUSY_RETRY_MS = 1000;
/** So many workers may vanish over one rule: what ends a process would come again. */
const DEATHS_MAX = 3;

/**
 * Applies one rule, or all active rules of a household one after another, to its transactions.
 *
 * Each rule is a transaction of its own that also moves the run's cursor: a killed worker's run is
 * taken over behind the last finished rule, nothing is counted twice. A rule that cannot be run is
 * recorded and the others go on. Runs of one household never overlap.
 */
export async function performApplyRules(
  context: WorkerContext,
  payload: { household_id: string; rule_run_id: string },
  job: JobRun,
): Promise<void> {
  const { sql } = context;
  const { household_id: householdId, rule_run_id: resource } = payload;
  const stored = await findRuleRun(sql, householdId, resource);
  if (stored === null || stored.finishedAt !== null) return;
  await withLease(context, { kind: 'rules', householdId, resource }, job, async (held) => {
    const run = await beginRuleRun(sql, held.lease);
    if (run === 'gone') return;
    if (run === 'busy') throw new RateLimitedError(BUSY_RETRY_MS);
    await performRun(context, run, job, held);
  });
}

async function performRun(
  { sql, log }: WorkerContext,
  run: RuleRun,
  job: JobRun,
  held: HeldLease,
): Promise<void> {
  if (run.deaths >= DEATHS_MAX) {
    log.error('the workers of a rule run vanish, it is given up', { rule_run_id: run.id });
    const message = `${DEATHS_MAX} workers vanished while they applied the rules.`;
    await held.write((tx) => failRuleRun(tx, run, message));
    return;
  }
  try {
    await retryDeadlocks(() => writeOfRun(held, run, (tx) => settleMirrors(tx, run.householdId)));
    for (const rule of await listRulesOfRun(sql, run)) {
      await held.check();
      const result = await retryDeadlocks(() => applyRule(held, run, rule));
      if (result.error !== null) {
        const fields = { rule_run_id: run.id, rule_id: rule.id };
        log.warn(`a rule could not be run: ${result.error}`, fields);
      }
    }
    await held.write((tx) => finishRuleRun(tx, run));
  } catch (error) {
    const passesOn = error instanceof StoppingError || error instanceof LeaseLostError;
    if (passesOn || isAway(error) || !job.isLastAttempt) throw error;
    await held.write((tx) => failRuleRun(tx, run, 'The rules could not be applied.'));
    throw new PermanentError('the rules could not be applied', { cause: error });
  }
}

async function listRulesOfRun(sql: Sql, run: RuleRun): Promise<StoredRule[]> {
  if (run.ruleId === null) return listActiveRulesOfRun(sql, run.householdId, run.id);
  if (run.results.length > 0) return [];
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

/** One rule in one transaction. */
async function applyRule(held: HeldLease, run: RuleRun, rule: StoredRule): Promise<RuleResult> {
  try {
    return await writeOfRun(held, run, async (tx) => {
      const actor = {
        householdId: run.householdId,
        ruleId: rule.id,
        runId: run.id,
        ignoreLocks: run.ignoreLocks,
      };
      const effects = compileActions(rule);
      const matched = await fillRuleMatches(tx, run.householdId, compileMatch(rule));
      if (matched > 0) for (const effect of effects) await applyEffect(tx, actor, effect);
      const modified = matched > 0 ? await countModifiedMatches(tx) : 0;
      const result: RuleResult = { rule_id: rule.id, matched, modified, error: null };
      await advanceRuleRun(tx, run, result);
      return result;
    });
  } catch (error) {
    const message = describeRuleFault(error);
    if (message === null) throw error;
    const result: RuleResult = { rule_id: rule.id, matched: 0, modified: 0, error: message };
    await writeOfRun(held, run, (tx) => advanceRuleRun(tx, run, result));
    return result;
  }
}

/** The message of an error that lies in the rule itself; null when trying again may help. */
function describeRuleFault(error: unknown): string | null {
  if (error instanceof UnrunnableRuleError) return error.message;
  // Class 22: a value that Postgres cannot work with. The rule will fail the same way every time.
  return errorCode(error).startsWith('22') ? 'A value of the rule cannot be used.' : null;
}
