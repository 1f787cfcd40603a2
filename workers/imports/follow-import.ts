import { applyRules } from '../../shared/queue/apply-rules.ts';
import { sessionError } from '../../shared/imports/session/session-error.ts';
import { updateCompleteSessionError } from '../../shared/imports/import-session-runs.ts';
import type { ImportScope } from '../../shared/imports/session/scope.ts';
import type { WorkerContext } from '../frame/context.ts';

/**
 * Runs the household's rules over what a complete session brought in. When the run cannot be queued, the
 * session stays complete and says so; the scheduler queues the run later.
 */
export async function followImport(
  { sql, queues, log }: WorkerContext,
  { householdId, sessionId }: ImportScope,
  ruleRunId: string,
): Promise<void> {
  try {
    const payload = { household_id: householdId, rule_run_id: ruleRunId };
    await applyRules.enqueue(queues, payload);
  } catch (error) {
    log.warn('the rules that follow an import could not be queued', {
      session_id: sessionId,
      rule_run_id: ruleRunId,
      error,
    });
    const shown = sessionError('family_sync_enqueue_failed');
    await updateCompleteSessionError(sql, householdId, sessionId, shown);
  }
}
