import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createApiKeySchema: OperationSchema = {
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'Makes a key for the user who asks. The answer holds the key itself, this once: keep it.',
  tag: 'Account',
  body: { required: true, json: ref('NewApiKey') },
  responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
};
