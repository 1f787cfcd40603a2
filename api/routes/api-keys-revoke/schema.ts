import type { OperationSchema } from '../../http/route.ts';

export const revokeApiKeySchema: OperationSchema = {
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'Ends a key of your own at once and for good. Its name may be used again.',
  tag: 'Account',
  responses: { 204: { description: 'The key is revoked.' } },
};
