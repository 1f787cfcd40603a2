import { recordNotFound } from '../../../shared/platform/errors.ts';
import { resumeSuspended } from '../../../shared/sync/store/connection-syncs.ts';
import { findConnection } from '../../../shared/sync/store/provider-connections.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentConnection } from '../../present/provider-connections.ts';

/** POST /api/v1/provider_connections/{id}/resume */
export const resumeProviderConnection = defineRoute({
  method: 'post',
  path: '/api/v1/provider_connections/{id}/resume',
  scope: 'read_write',
  schema: {
    operationId: 'resumeProviderConnection',
    summary: 'Resume a suspended connection',
    description:
      'Its next sync is due at once, and failures count from nought. One that is not suspended stays as it is.',
    tag: 'Bank sync',
    responses: {
      200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
  },
  async handler(context, { caller, id }) {
    const { householdId } = caller;
    const connection = await writeAs(context, caller, async (tx) => {
      await resumeSuspended(tx, { householdId, connectionId: id }, context.clock.now());
      return findConnection(tx, householdId, id);
    });
    if (connection === null) throw recordNotFound();
    return { status: 200, body: { data: presentConnection(connection) } };
  },
});
