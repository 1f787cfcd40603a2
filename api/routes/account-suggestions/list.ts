import {
  countAccountSuggestions,
  listAccountSuggestions as listStoredSuggestions,
} from '../../../shared/store/syncs/account-suggestions.ts';
import { listAccountsById } from '../../../shared/store/ledger/accounts.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';

/** GET /api/v1/account_suggestions */
export const listAccountSuggestions = defineRoute({
  method: 'get',
  path: '/api/v1/account_suggestions',
  scope: 'read',
  schema: {
    operationId: 'listAccountSuggestions',
    summary: 'List new accounts that may be known ones',
    description:
      'The provider listed `account` as a new one, and it looks like `candidate`: same institution and currency, and the name or the transactions agree. Newest first.',
    tag: 'Ledger',
    query: pageParameters,
    responses: {
      200: { description: 'A page of suggestions.', schema: pageOf(ref('AccountSuggestion')) },
    },
  },
  async handler({ sql }, { caller, query }) {
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
  },
});
