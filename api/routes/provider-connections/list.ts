import * as connections from '../../../shared/sync/store/provider-connections.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
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
    description: 'Oldest first.',
    tag: 'Bank sync',
    query: pageParameters,
    responses: {
      200: { description: 'A page of connections.', schema: pageOf(ref('ProviderConnection')) },
    },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => connections.listConnections(sql, request.caller.householdId, page),
      presentConnection,
    ),
});
