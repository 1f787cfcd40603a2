import { recordNotFound } from '../../../shared/errors.ts';
import { findConnection } from '../../../shared/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentConnection } from '../provider-connections-list/present.ts';

/** GET /api/v1/provider_connections/{id} */
export async function showProviderConnection(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const connection = await findConnection(sql, caller.householdId, params['id'] ?? '');
  if (connection === null) throw recordNotFound();
  return { status: 200, body: { data: presentConnection(connection) } };
}
