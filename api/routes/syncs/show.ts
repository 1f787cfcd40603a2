import { recordNotFound } from '../../../shared/platform/errors.ts';
import { listSyncAccounts } from '../../../shared/sync/store/sync-accounts.ts';
import { findSync } from '../../../shared/sync/store/syncs.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentSync } from '../../present/syncs.ts';

/** GET /api/v1/syncs/{id} */
export const showSync = defineRoute({
  method: 'get',
  path: '/api/v1/syncs/{id}',
  scope: 'read',
  schema: {
    operationId: 'showSync',
    summary: 'Show a sync',
    description: 'Its progress updates while it runs; /syncs/{id}/events streams it.',
    tag: 'Bank sync',
    responses: { 200: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  },
  async handler({ sql }, { caller, id }) {
    const sync = await findSync(sql, caller.householdId, id);
    if (sync === null) throw recordNotFound();
    const accounts = await listSyncAccounts(sql, caller.householdId, [sync.id]);
    return { status: 200, body: { data: presentSync(sync, accounts) } };
  },
});
