import { recordNotFound } from '../../../shared/platform/errors.ts';
import * as apiKeys from '../../../shared/households/api-keys.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/api_keys/{id} */
export const revokeApiKey = defineRoute({
  method: 'delete',
  path: '/api/v1/api_keys/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Revokes one of your keys immediately and permanently. Its name becomes free.',
    tag: 'Account',
    responses: { 204: { description: 'The key is revoked.' } },
  },
  async handler(context, { caller, id }) {
    const { householdId, userId } = caller;
    const now = context.clock.now();
    const revoked = await writeAs(context, caller, (tx) =>
      apiKeys.revokeApiKey(tx, householdId, userId, id, now),
    );
    if (!revoked) throw recordNotFound();
    return { status: 204 };
  },
});
