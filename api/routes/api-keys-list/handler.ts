import { countApiKeys, listApiKeys as listKeys } from '../../../shared/store/api-keys.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentApiKey } from './present.ts';

/** GET /api/v1/api_keys */
export async function listApiKeys(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const { householdId, userId } = caller;
  const window = pageWindow(pageRequest(query), await countApiKeys(sql, householdId, userId));
  const keys = await listKeys(sql, householdId, userId, window);
  return { status: 200, body: { data: keys.map(presentApiKey), meta: presentPageMeta(window) } };
}
