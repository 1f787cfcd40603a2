import { listSyncAccounts } from '../../../shared/store/syncs/sync-accounts.ts';
import { countSyncs, listSyncs as listStoredSyncs } from '../../../shared/store/syncs/syncs.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { oneOf, uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentSync } from '../../present/syncs.ts';

const STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'rate_limited',
  'failed',
  'cancelled',
  'stale',
] as const;
const listSyncsParameters = {
  provider_connection_id: uuidParameter('Only the runs of this connection.'),
  status: oneOf(STATUSES, 'Only runs in this state.'),
  ...pageParameters,
};
/** GET /api/v1/syncs */
export const listSyncs = defineRoute({
  method: 'get',
  path: '/api/v1/syncs',
  scope: 'read',
  schema: {
    operationId: 'listSyncs',
    summary: 'List syncs',
    description: 'Runs of the bank sync, newest first, with their progress and result per account.',
    tag: 'Bank sync',
    query: listSyncsParameters,
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('Sync')) } },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId } = caller;
    const filter = { connectionId: query.provider_connection_id, status: query.status };
    const window = pageWindow(pageRequest(query), await countSyncs(sql, householdId, filter));
    const syncs = await listStoredSyncs(sql, householdId, filter, window);
    const accounts = await listSyncAccounts(
      sql,
      householdId,
      syncs.map(({ id }) => id),
    );
    const data = syncs.map((sync) =>
      presentSync(
        sync,
        accounts.filter(({ syncId }) => syncId === sync.id),
      ),
    );
    return { status: 200, body: { data, meta: presentPageMeta(window) } };
  },
});
