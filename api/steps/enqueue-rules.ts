import { applyRules } from '../../shared/queue/apply-rules.ts';
import type { ApiContext } from '../context.ts';

/** Queues the run that follows a write, if any. While the queue is away the scheduler does it later. */
export async function enqueueRules(
  { queues, log }: ApiContext,
  householdId: string,
  ruleRunId: string | null,
): Promise<void> {
  if (ruleRunId === null) return;
  try {
    await applyRules.enqueue(queues, { household_id: householdId, rule_run_id: ruleRunId });
  } catch (error) {
    log.warn('the rules that follow a write could not be queued', {
      rule_run_id: ruleRunId,
      error,
    });
  }
}
