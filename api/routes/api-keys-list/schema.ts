import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listApiKeysSchema: OperationSchema = {
  operationId: 'listApiKeys',
  summary: 'List your API keys',
  description: 'The keys of the user who asks, revoked ones included, oldest first.',
  tag: 'Account',
  query: pageParameters,
  responses: { 200: { description: 'A page of keys.', schema: pageOf(ref('ApiKey')) } },
};
