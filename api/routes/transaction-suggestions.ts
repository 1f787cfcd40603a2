import { findTransaction } from '../../shared/ledger/transactions.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import {
  acceptSuggestion,
  deleteSuggestion,
  hasSuggestion,
  listSuggestions,
} from '../../shared/sync/store/transaction-suggestions.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerGone, answerRecord } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentTransaction, presentTransactionSuggestion } from '../records/transaction.ts';

const listTransactionSuggestionsParameters = {
  account_id: uuidParameter('Only those of this account.'),
  ...pageParameters,
};

/** GET /api/v1/transaction_suggestions */
const listTransactionSuggestions = defineRoute({
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
    const list = (page: PageRequest) => listSuggestions(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentTransactionSuggestion);
  },
});

/** POST /api/v1/transaction_suggestions/{id}/accept */
const acceptTransactionSuggestion = defineWrite({
  method: 'post',
  path: '/api/v1/transaction_suggestions/{id}/accept',
  scope: 'read_write',
  schema: {
    operationId: 'acceptTransactionSuggestion',
    summary: 'Say which pending transaction has posted',
    description:
      'The pending transaction becomes the posted one in place and keeps its id, category, tags and edits; the posted one, which was kept apart, goes. Edits made only to that one are taken over.',
    tag: 'Transactions',
    body: { required: true, json: ref('TransactionSuggestionChoice') },
    example: { body: { candidate_id: exampleId('candidate') } },
    responses: { 200: { description: 'The one transaction.', schema: dataOf(ref('Transaction')) } },
    errors: ['validation_failed'],
  },
  exists: hasSuggestion,
  async write(tx, { candidate_id: candidateId }, { caller: { householdId }, id, now }) {
    const end = await acceptSuggestion(tx, householdId, id, candidateId, now);
    if (end === 'unknown') throw recordNotFound();
    if (end === 'not_candidate') {
      throw validationFailed('candidate_id must be one of the suggestion’s candidates.');
    }
    return answerRecord(await findTransaction(tx, householdId, candidateId), presentTransaction);
  },
});

/** DELETE /api/v1/transaction_suggestions/{id} */
const dismissTransactionSuggestion = defineWrite({
  method: 'delete',
  path: '/api/v1/transaction_suggestions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteTransactionSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'All its transactions stay unchanged; the sync does not suggest it again.',
    tag: 'Transactions',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async write(tx, _body, { caller, id }) {
    return answerGone(await deleteSuggestion(tx, caller.householdId, id));
  },
});

export const transactionSuggestionRoutes: readonly Route[] = [
  listTransactionSuggestions,
  dismissTransactionSuggestion,
  acceptTransactionSuggestion,
];
