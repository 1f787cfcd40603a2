import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findRuleRun } from '../../../shared/rules/store/rule-runs.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleRun } from '../../present/rule-runs.ts';

/** GET /api/v1/rule_runs/{id} */
export const showRuleRun = defineRoute({
  method: 'get',
  path: '/api/v1/rule_runs/{id}',
  scope: 'read',
  schema: {
    operationId: 'showRuleRun',
    summary: 'Show a rule run',
    description: 'The counts grow while the run is at work, rule by rule.',
    tag: 'Rules',
    responses: { 200: { description: 'The run.', schema: dataOf(ref('RuleRun')) } },
  },
  async handler({ sql }, { caller, id }) {
    const run = await findRuleRun(sql, caller.householdId, id);
    if (run === null) throw recordNotFound();
    return { status: 200, body: { data: presentRuleRun(run) } };
  },
});
