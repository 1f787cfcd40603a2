import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showRuleSchema: OperationSchema = {
  operationId: 'showRule',
  summary: 'Show a rule',
  tag: 'Rules',
  responses: { 200: { description: 'The rule.', schema: dataOf(ref('Rule')) } },
};
