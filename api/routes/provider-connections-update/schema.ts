import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const updateProviderConnectionSchema: OperationSchema = {
  operationId: 'updateProviderConnection',
  summary: 'Change a connection: its name, its key, the start of its history',
  description:
    'A new key is checked at the provider first. After a new key or a new start of the history the scheduler syncs at once.',
  tag: 'Bank sync',
  body: { required: true, json: ref('ProviderConnectionChange') },
  responses: { 200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) } },
  errors: [
    'already_connected',
    'validation_failed',
    'provider_credential_rejected',
    'provider_unavailable',
  ],
};
