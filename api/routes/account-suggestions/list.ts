import * as suggestions from '../../../shared/sync/store/account-suggestions.ts';
import * as accounts from '../../../shared/ledger/accounts.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
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
  handler({ sql }, request) {
    const { householdId } = request.caller;
    const list = async (page: PageRequest) => {
      const found = await suggestions.listAccountSuggestions(sql, householdId, page);
      const ids = found.rows.flatMap(({ accountId, candidateId }) => [accountId, candidateId]);
      const byId = await accounts.listAccountsById(sql, householdId, ids);
      const rows = found.rows.flatMap(({ id, accountId, candidateId, createdAt }) => {
        const account = byId.get(accountId);
        const candidate = byId.get(candidateId);
        // One of them went between the two statements, and the suggestion with it.
        if (account === undefined || candidate === undefined) return [];
        return [{ id, account, candidate, createdAt }];
      });
      return { ...found, rows };
    };
    return answerPage(request, list, ({ id, account, candidate, createdAt }) => ({
      id,
      account: presentAccount(account),
      candidate: presentAccount(candidate),
      created_at: presentTimestamp(createdAt),
    }));
  },
});
