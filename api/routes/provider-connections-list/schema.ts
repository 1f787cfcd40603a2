import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listProviderConnectionsSchema: OperationSchema = {
  operationId: 'listProviderConnections',
  summary: 'List provider connections',
  tag: 'Bank sync',
  query: pageParameters,
  responses: {
    200: { description: 'A page of connections.', schema: pageOf(ref('ProviderConnection')) },
  },
};
