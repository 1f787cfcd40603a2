import { recordNotFound } from '../../../shared/errors.ts';
import { deleteConnection } from '../../../shared/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/provider_connections/{id} */
export async function removeProviderConnection(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const deleted = await deleteConnection(sql, caller.householdId, params['id'] ?? '');
  if (!deleted) throw recordNotFound();
  return { status: 204 };
}
