import { recordNotFound } from '../../../shared/errors.ts';
import { deleteSuggestion } from '../../../shared/store/transaction-suggestions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/transaction_suggestions/{id} */
export async function dismissTransactionSuggestion(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const deleted = await deleteSuggestion(sql, caller.householdId, params['id'] ?? '');
  if (!deleted) throw recordNotFound();
  return { status: 204 };
}
