import { countConnections, listConnections } from '../../../shared/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentConnection } from './present.ts';

/** GET /api/v1/provider_connections */
export async function listProviderConnections(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const window = pageWindow(pageRequest(query), await countConnections(sql, householdId));
  const connections = await listConnections(sql, householdId, window);
  const meta = presentPageMeta(window);
  return { status: 200, body: { data: connections.map(presentConnection), meta } };
}
