import { applyRules } from '../../shared/jobs/apply-rules.ts';
import { deleteRuleRunsBefore, listStrandedRuleRuns } from '../../shared/store/rules/rule-runs.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** A run that waits longer than this may have lost its job. */
const STRANDED_AFTER_SECONDS = 30;
const KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * The queue is a hint: runs whose job was never added or got lost are added again, which does
 * nothing while the job is still there. Ended runs are kept for 30 days.
 */
export const sweepRuleRuns: ScheduledTask = {
  name: 'sweep-rule-runs',
  everyMs: 30 * 1000,
  async run({ sql, queues, clock }) {
    for (const { id, householdId } of await listStrandedRuleRuns(sql, STRANDED_AFTER_SECONDS)) {
      await applyRules.requeueIfLost(queues, { household_id: householdId, rule_run_id: id });
    }
    await deleteRuleRunsBefore(sql, new Date(clock.now().getTime() - KEPT_MS));
  },
};
