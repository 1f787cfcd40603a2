import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const updateRuleSchema: OperationSchema = {
  operationId: 'updateRule',
  summary: 'Change a rule',
  description: 'Absent fields stay. Conditions and actions that are sent replace all of theirs.',
  tag: 'Rules',
  body: { required: true, json: ref('RuleChange'), validate: false },
  responses: { 200: { description: 'The rule as it is now.', schema: dataOf(ref('Rule')) } },
};
