import type { OperationSchema } from '../../http/route.ts';

export const deleteProviderConnectionSchema: OperationSchema = {
  operationId: 'deleteProviderConnection',
  summary: 'Delete a connection',
  description:
    'The key and the runs go, a running sync stops. Accounts and transactions stay; connecting the same accounts again finds them.',
  tag: 'Bank sync',
  responses: { 204: { description: 'The connection is gone.' } },
};
