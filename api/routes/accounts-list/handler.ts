import {
  countAccounts,
  listAccounts as listStoredAccounts,
} from '../../../shared/store/accounts.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentAccount } from './present.ts';
import type { listAccountsParameters } from './schema.ts';

/** GET /api/v1/accounts */
export async function listAccounts(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listAccountsParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const filter = { connectionId: query.provider_connection_id };
  const window = pageWindow(pageRequest(query), await countAccounts(sql, householdId, filter));
  const accounts = await listStoredAccounts(sql, householdId, filter, window);
  const meta = presentPageMeta(window);
  return { status: 200, body: { data: accounts.map(presentAccount), meta } };
}
