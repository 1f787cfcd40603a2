import type { Tx } from '../../shared/postgres/connect.ts';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { insertRequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import type { RequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';
import type { Written } from '../http/route.ts';
import { presentRuleRun } from '../records/rule-run.ts';

/** Creates the rule run that a request asks for. */
export async function requestRun(
  tx: Tx,
  householdId: string,
  wanted: RequestedRuleRun,
): Promise<Written> {
  const run = await insertRequestedRuleRun(tx, householdId, wanted);
  return { status: 202, body: { data: presentRuleRun(run) }, jobs: [jobOf(applyRules, run)] };
}

/** The job of the rule run that follows a write, if there is one. */
export function rulesAfter(householdId: string, ruleRunId: string | null): NewJob[] {
  if (ruleRunId === null) return [];
  return [jobOf(applyRules, { householdId, id: ruleRunId })];
}
