import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createRuleRunSchema: OperationSchema = {
  operationId: 'createRuleRun',
  summary: 'Run all active rules',
  description: 'Starts a run of the active rules, one after another in their order.',
  tag: 'Rules',
  body: { required: false, json: ref('NewRuleRun') },
  responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
};
