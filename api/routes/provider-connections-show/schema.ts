import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showProviderConnectionSchema: OperationSchema = {
  operationId: 'showProviderConnection',
  summary: 'Show a provider connection',
  tag: 'Bank sync',
  responses: { 200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) } },
};
