import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listRuleRunsParameters = {
  rule_id: uuidParameter('Only the runs of this rule alone.'),
  ...pageParameters,
};

export const listRuleRunsSchema: OperationSchema = {
  operationId: 'listRuleRuns',
  summary: 'List rule runs',
  description: 'What rules did, newest first. Ended runs are kept for 30 days.',
  tag: 'Rules',
  query: listRuleRunsParameters,
  responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('RuleRun')) } },
};
