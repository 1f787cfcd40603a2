import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import type { ApiContext } from '../context.ts';

/** Queues the run that follows a write, if any. */
export async function enqueueRules(
  context: ApiContext,
  householdId: string,
  ruleRunId: string | null,
): Promise<void> {
  if (ruleRunId !== null) await queueRun(context, applyRules, { householdId, id: ruleRunId });
}
