import * as suggestions from '../../../shared/transfers/store/transfer-suggestions.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTransaction } from '../../present/transactions.ts';

const listTransferSuggestionsParameters = {
  account_id: uuidParameter('Only those from or to this account.'),
  ...pageParameters,
};

/** GET /api/v1/transfer_suggestions */
export const listTransferSuggestions = defineRoute({
  method: 'get',
  path: '/api/v1/transfer_suggestions',
  scope: 'read',
  schema: {
    operationId: 'listTransferSuggestions',
    summary: 'List pairs of transactions that may be transfers',
    description:
      'After each sync and import, what left one account and arrived in another is paired: certain pairs are linked, those that could be otherwise are listed here until a person decides. Newest first.',
    tag: 'Transfers',
    query: listTransferSuggestionsParameters,
    responses: {
      200: { description: 'A page of suggestions.', schema: pageOf(ref('TransferSuggestion')) },
    },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { accountId: query.account_id };
    const list = (page: PageRequest) =>
      suggestions.listTransferSuggestions(sql, caller.householdId, filter, page);
    return answerPage(request, list, ({ id, outflow, inflow, createdAt }) => ({
      id,
      outflow: presentTransaction(outflow),
      inflow: presentTransaction(inflow),
      created_at: presentTimestamp(createdAt),
    }));
  },
});
