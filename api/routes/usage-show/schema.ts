import { ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showUsageSchema: OperationSchema = {
  operationId: 'showUsage',
  summary: 'Show the use of your API key',
  description: 'The key that sends the request, and what is left of its hour. Counts itself.',
  tag: 'Account',
  responses: { 200: { description: 'The key and its limit.', schema: ref('Usage') } },
};
