import {
  countConnections,
  listConnections,
} from '../../../shared/store/syncs/provider-connections.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentConnection } from '../../present/provider-connections.ts';

/** GET /api/v1/provider_connections */
export const listProviderConnections = defineRoute({
  method: 'get',
  path: '/api/v1/provider_connections',
  scope: 'read',
  schema: {
    operationId: 'listProviderConnections',
    summary: 'List provider connections',
    tag: 'Bank sync',
    query: pageParameters,
    responses: {
      200: { description: 'A page of connections.', schema: pageOf(ref('ProviderConnection')) },
    },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId } = caller;
    const window = pageWindow(pageRequest(query), await countConnections(sql, householdId));
    const connections = await listConnections(sql, householdId, window);
    const meta = presentPageMeta(window);
    return { status: 200, body: { data: connections.map(presentConnection), meta } };
  },
});
