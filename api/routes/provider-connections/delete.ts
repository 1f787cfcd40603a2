import { recordNotFound } from '../../../shared/platform/errors.ts';
import { deleteConnection } from '../../../shared/sync/store/provider-connections.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/provider_connections/{id} */
export const removeProviderConnection = defineRoute({
  method: 'delete',
  path: '/api/v1/provider_connections/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteProviderConnection',
    summary: 'Delete a connection',
    description:
      'The key and the runs go, a running sync stops. Accounts and transactions stay; connecting the same accounts again finds them.',
    tag: 'Bank sync',
    responses: { 204: { description: 'The connection is gone.' } },
  },
  async handler(context, { caller, id }) {
    const deleted = await writeAs(context, caller, (tx) =>
      deleteConnection(tx, caller.householdId, id),
    );
    if (!deleted) throw recordNotFound();
    return { status: 204 };
  },
});
