import { recordNotFound } from '../../../shared/errors.ts';
import { deleteRule as deleteStoredRule } from '../../../shared/store/rules.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/rules/{id} */
export async function deleteRule(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const deleted = await deleteStoredRule(sql, caller.householdId, params['id'] ?? '');
  if (!deleted) throw recordNotFound();
  return { status: 204 };
}
