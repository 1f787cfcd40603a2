import {
  countSuggestions,
  listSuggestions,
} from '../../../shared/store/transaction-suggestions.ts';
import type { ApiContext } from '../../context.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTransaction } from '../transactions-show/present.ts';
import type { listTransactionSuggestionsParameters } from './schema.ts';

/** GET /api/v1/transaction_suggestions */
export async function listTransactionSuggestions(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listTransactionSuggestionsParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const count = await countSuggestions(sql, householdId, query.account_id);
  const window = pageWindow(pageRequest(query), count);
  const suggestions = await listSuggestions(sql, householdId, query.account_id, window);
  const data = suggestions.map(({ id, transaction, candidates, createdAt }) => ({
    id,
    transaction: presentTransaction(transaction),
    candidates: candidates.map(presentTransaction),
    created_at: presentTimestamp(createdAt),
  }));
  return { status: 200, body: { data, meta: presentPageMeta(window) } };
}
