import { recordNotFound, validationFailed } from '../../../shared/errors.ts';
import { acceptSuggestion, hasSuggestion } from '../../../shared/store/transaction-suggestions.ts';
import { findTransaction } from '../../../shared/store/transactions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTransaction } from '../transactions-show/present.ts';

/** POST /api/v1/transaction_suggestions/{id}/accept */
export async function acceptTransactionSuggestion(
  { sql, clock }: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const id = params['id'] ?? '';
  if (!(await hasSuggestion(sql, householdId, id))) throw recordNotFound();
  const { candidate_id: candidateId } = (await readJson()) as { candidate_id: string };
  const transaction = await sql.begin(async (tx) => {
    const end = await acceptSuggestion(tx, householdId, id, candidateId, clock.now());
    if (end === 'unknown') throw recordNotFound();
    if (end === 'not_candidate') {
      throw validationFailed('candidate_id must be one of the suggestion’s candidates.');
    }
    return findTransaction(tx, householdId, candidateId);
  });
  if (transaction === null) throw recordNotFound();
  return { status: 200, body: { data: presentTransaction(transaction) } };
}
