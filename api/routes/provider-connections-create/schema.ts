import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createProviderConnectionSchema: OperationSchema = {
  operationId: 'createProviderConnection',
  summary: 'Connect a provider key',
  description:
    'Checks the key at the provider, stores it encrypted and starts the first sync: GET /syncs shows it.',
  tag: 'Bank sync',
  body: { required: true, json: ref('NewProviderConnection') },
  responses: { 201: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) } },
  errors: [
    'already_connected',
    'validation_failed',
    'provider_credential_rejected',
    'provider_unavailable',
  ],
};
