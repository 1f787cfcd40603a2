import * as syncAccounts from '../../../shared/sync/store/sync-accounts.ts';
import * as syncs from '../../../shared/sync/store/syncs.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { oneOf, uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentSync } from '../../present/syncs.ts';

const listSyncsParameters = {
  provider_connection_id: uuidParameter('Only the runs of this connection.'),
  status: oneOf(syncs.SYNC_STATUSES, 'Only runs in this state.'),
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
    description: 'Sync runs, newest first, with progress and result per account.',
    tag: 'Bank sync',
    query: listSyncsParameters,
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('Sync')) } },
  },
  handler({ sql }, request) {
    const {
      caller: { householdId },
      query,
    } = request;
    const filter = { connectionId: query.provider_connection_id, status: query.status };
    const list = async (page: PageRequest) => {
      const { rows, ...place } = await syncs.listSyncs(sql, householdId, filter, page);
      const ids = rows.map(({ id }) => id);
      const accounts = await syncAccounts.listSyncAccounts(sql, householdId, ids);
      const withAccounts = rows.map((sync) => ({
        sync,
        accounts: accounts.filter(({ syncId }) => syncId === sync.id),
      }));
      return { ...place, rows: withAccounts };
    };
    return answerPage(request, list, ({ sync, accounts }) => presentSync(sync, accounts));
  },
});
