import { recordNotFound } from '../../../shared/errors.ts';
import { findAccountSuggestion } from '../../../shared/store/account-suggestions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { mergeInto } from '../accounts-merge/handler.ts';

/** POST /api/v1/account_suggestions/{id}/accept */
export async function acceptAccountSuggestion(
  context: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const found = await findAccountSuggestion(context.sql, householdId, params['id'] ?? '');
  if (found === null) throw recordNotFound();
  return mergeInto(context, householdId, found.accountId, found.candidateId);
}
