import { recordNotFound } from '../../../shared/errors.ts';
import { revokeApiKey as revokeKey } from '../../../shared/store/api-keys.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/api_keys/{id} */
export async function revokeApiKey(
  { sql, clock }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const id = params['id'] ?? '';
  const revoked = await revokeKey(sql, caller.householdId, caller.userId, id, clock.now());
  if (!revoked) throw recordNotFound();
  return { status: 204 };
}
