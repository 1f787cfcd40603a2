import { recordNotFound } from '../../../shared/platform/errors.ts';
import { listSyncAccounts } from '../../../shared/sync/store/sync-accounts.ts';
import { requestCancel } from '../../../shared/sync/store/syncs.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentSync } from '../../present/syncs.ts';

/** POST /api/v1/syncs/{id}/cancel */
export const cancelSync = defineRoute({
  method: 'post',
  path: '/api/v1/syncs/{id}/cancel',
  scope: 'read_write',
  schema: {
    operationId: 'cancelSync',
    summary: 'Cancel a sync',
    description:
      'A run that no worker holds ends at once; otherwise its worker stops before the next page. Accounts that are done stay done, and the one being read is left as it was. A finished run does not change.',
    tag: 'Bank sync',
    responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  },
  async handler({ sql, clock }, { caller, id }) {
    const sync = await requestCancel(sql, caller.householdId, id, clock.now());
    if (sync === null) throw recordNotFound();
    const accounts = await listSyncAccounts(sql, caller.householdId, [sync.id]);
    return { status: 202, body: { data: presentSync(sync, accounts) } };
  },
});
