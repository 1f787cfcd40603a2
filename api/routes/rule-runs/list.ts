import * as ruleRuns from '../../../shared/rules/store/rule-runs.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleRun } from '../../present/rule-runs.ts';

const listRuleRunsParameters = {
  rule_id: uuidParameter('Only the runs of this rule alone.'),
  ...pageParameters,
};
/** GET /api/v1/rule_runs */
export const listRuleRuns = defineRoute({
  method: 'get',
  path: '/api/v1/rule_runs',
  scope: 'read',
  schema: {
    operationId: 'listRuleRuns',
    summary: 'List rule runs',
    description: 'What rules did, newest first. Ended runs are kept for 30 days.',
    tag: 'Rules',
    query: listRuleRunsParameters,
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('RuleRun')) } },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { ruleId: query.rule_id };
    const list = (page: PageRequest) =>
      ruleRuns.listRuleRuns(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentRuleRun);
  },
});
