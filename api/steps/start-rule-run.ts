import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import { insertRequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import type { RequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import type { ApiContext } from '../context.ts';

/** Stores a run and queues its job. */
export async function startRun(
  context: ApiContext,
  householdId: string,
  run: RequestedRuleRun,
): Promise<RuleRun> {
  const stored = await insertRequestedRuleRun(context.sql, householdId, run);
  await queueRun(context, applyRules, stored);
  return stored;
}
