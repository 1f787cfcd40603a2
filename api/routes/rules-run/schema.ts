import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const runRuleSchema: OperationSchema = {
  operationId: 'runRule',
  summary: 'Run a rule',
  description: 'Starts a run of this rule alone, whether it is active or not.',
  tag: 'Rules',
  body: { required: false, json: ref('NewRuleRun') },
  responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
};
