import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createRuleSchema: OperationSchema = {
  operationId: 'createRule',
  summary: 'Create a rule',
  description:
    'Everything is checked now: types, operators, values, and that the records it names are yours. ' +
    'The rule runs after the next sync or import, if it is active, or when you start a run.',
  tag: 'Rules',
  // The registry of rules tells more precisely what is wrong than the schema can.
  body: { required: true, json: ref('NewRule'), validate: false },
  responses: { 201: { description: 'The new rule.', schema: dataOf(ref('Rule')) } },
};
