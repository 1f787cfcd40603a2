import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showRuleRunSchema: OperationSchema = {
  operationId: 'showRuleRun',
  summary: 'Show a rule run',
  description: 'The counts grow while the run is at work, rule by rule.',
  tag: 'Rules',
  responses: { 200: { description: 'The run.', schema: dataOf(ref('RuleRun')) } },
};
