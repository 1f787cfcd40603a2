import type { OperationSchema } from '../../http/route.ts';

export const deleteRuleSchema: OperationSchema = {
  operationId: 'deleteRule',
  summary: 'Delete a rule',
  description: 'The rule goes with the record of its own runs; what it changed stays changed.',
  tag: 'Rules',
  responses: { 204: { description: 'The rule is gone.' } },
};
