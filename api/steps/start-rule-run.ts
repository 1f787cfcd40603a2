import { AppError } from '../../shared/platform/errors.ts';
import { applyRules } from '../../shared/queue/apply-rules.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import {
  deletePendingRuleRun,
  insertRequestedRuleRun,
} from '../../shared/rules/store/rule-runs.ts';
import type { RequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import type { ApiContext } from '../context.ts';

/**
 * Stores a run and queues its job. When the queue is away the run is taken back, so that the client
 * may simply try again. Throws service_unavailable then.
 */
export async function startRun(
  { sql, queues }: ApiContext,
  householdId: string,
  run: RequestedRuleRun,
): Promise<RuleRun> {
  const stored = await insertRequestedRuleRun(sql, householdId, run);
  const payload = { household_id: householdId, rule_run_id: stored.id };
  try {
    await applyRules.enqueue(queues, payload);
  } catch (cause) {
    await deletePendingRuleRun(sql, householdId, stored.id);
    throw new AppError('service_unavailable', {
      publicMessage: 'The run could not be queued. Try again shortly.',
      cause,
    });
  }
  return stored;
}
