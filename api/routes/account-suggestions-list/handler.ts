import {
  countAccountSuggestions,
  listAccountSuggestions as listStoredSuggestions,
} from '../../../shared/store/account-suggestions.ts';
import { listAccountsById } from '../../../shared/store/accounts.ts';
import type { ApiContext } from '../../context.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentAccount } from '../accounts-list/present.ts';

/** GET /api/v1/account_suggestions */
export async function listAccountSuggestions(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const count = await countAccountSuggestions(sql, householdId);
  const window = pageWindow(pageRequest(query), count);
  const suggestions = await listStoredSuggestions(sql, householdId, window);
  const ids = suggestions.flatMap(({ accountId, candidateId }) => [accountId, candidateId]);
  const accounts = await listAccountsById(sql, householdId, ids);
  const data = suggestions.flatMap(({ id, accountId, candidateId, createdAt }) => {
    const account = accounts.get(accountId);
    const candidate = accounts.get(candidateId);
    // One of them went between the two statements, and the suggestion with it.
    if (account === undefined || candidate === undefined) return [];
    return [
      {
        id,
        account: presentAccount(account),
        candidate: presentAccount(candidate),
        created_at: presentTimestamp(createdAt),
      },
    ];
  });
  return { status: 200, body: { data, meta: presentPageMeta(window) } };
}
