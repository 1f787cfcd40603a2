import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';

/** The job of the run that follows a write, if any does. */
export function rulesAfter(householdId: string, ruleRunId: string | null): NewJob[] {
  if (ruleRunId === null) return [];
  return [jobOf(applyRules, { householdId, id: ruleRunId })];
}
