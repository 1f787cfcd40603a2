import * as suggestions from '../../../shared/sync/store/transaction-suggestions.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTransaction } from '../../present/transactions.ts';

const listTransactionSuggestionsParameters = {
  account_id: uuidParameter('Only those of this account.'),
  ...pageParameters,
};
/** GET /api/v1/transaction_suggestions */
export const listTransactionSuggestions = defineRoute({
  method: 'get',
  path: '/api/v1/transaction_suggestions',
  scope: 'read',
  schema: {
    operationId: 'listTransactionSuggestions',
    summary: 'List pending transactions that may have posted',
    description:
      'A posted transaction that is a little larger than several pending ones of the same merchant (a tip, a fuel authorisation) is kept apart from them until a person says which one it was. Newest first.',
    tag: 'Transactions',
    query: listTransactionSuggestionsParameters,
    responses: {
      200: { description: 'A page of suggestions.', schema: pageOf(ref('TransactionSuggestion')) },
    },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { accountId: query.account_id };
    const list = (page: PageRequest) =>
      suggestions.listSuggestions(sql, caller.householdId, filter, page);
    return answerPage(request, list, ({ id, transaction, candidates, createdAt }) => ({
      id,
      transaction: presentTransaction(transaction),
      candidates: candidates.map(presentTransaction),
      created_at: presentTimestamp(createdAt),
    }));
  },
});
