import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findConnection } from '../../../shared/sync/store/provider-connections.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentConnection } from '../../present/provider-connections.ts';

/** GET /api/v1/provider_connections/{id} */
export const showProviderConnection = defineRoute({
  method: 'get',
  path: '/api/v1/provider_connections/{id}',
  scope: 'read',
  schema: {
    operationId: 'showProviderConnection',
    summary: 'Show a provider connection',
    description:
      'With how its last sync ended and when the next one is due. The key is never shown.',
    tag: 'Bank sync',
    responses: {
      200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
  },
  async handler({ sql }, { caller, id }) {
    const connection = await findConnection(sql, caller.householdId, id);
    if (connection === null) throw recordNotFound();
    return { status: 200, body: { data: presentConnection(connection) } };
  },
});
