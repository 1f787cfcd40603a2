import { listSyncAccounts } from '../../../shared/store/sync-accounts.ts';
import { countSyncs, listSyncs as listStoredSyncs } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentSync } from './present.ts';
import type { listSyncsParameters } from './schema.ts';

/** GET /api/v1/syncs */
export async function listSyncs(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listSyncsParameters>>,
): Promise<ApiResponse> {
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
}
