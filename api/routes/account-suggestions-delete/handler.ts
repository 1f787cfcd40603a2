import { recordNotFound } from '../../../shared/errors.ts';
import { deleteAccountSuggestion } from '../../../shared/store/account-suggestions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/account_suggestions/{id} */
export async function dismissAccountSuggestion(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const deleted = await deleteAccountSuggestion(sql, caller.householdId, params['id'] ?? '');
  if (!deleted) throw recordNotFound();
  return { status: 204 };
}
