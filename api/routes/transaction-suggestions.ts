import { findTransaction } from '../../shared/ledger/transactions.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import {
  acceptSuggestion,
  deleteSuggestion,
  hasSuggestion,
  listSuggestions,
} from '../../shared/sync/store/transaction-suggestions.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerRecord } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { presentTransaction, presentTransactionSuggestion } from '../records/transaction.ts';

export const transactionSuggestionRoutes = resource('Transactions');

transactionSuggestionRoutes.list('GET /api/v1/transaction_suggestions', {
  operationId: 'listTransactionSuggestions',
  summary: 'List pending transactions that may have posted',
  description:
    'A posted transaction that is a little larger than several pending ones of the same merchant (a tip, a fuel authorisation) stays separate until a person says which one it was. Newest first.',
  query: {
    account_id: uuidParameter('Only those of this account.'),
  },
  answers: 'A page of suggestions.',
  record: presentTransactionSuggestion,
  rows: (sql, { householdId, query }, page) =>
    listSuggestions(sql, householdId, page, { accountId: query.account_id }),
});

transactionSuggestionRoutes.write('POST /api/v1/transaction_suggestions/{id}/accept', {
  operationId: 'acceptTransactionSuggestion',
  summary: 'Say which pending transaction has posted',
  description:
    'The pending transaction becomes the posted one in place and keeps its id, category, tags and edits. The separate posted one is deleted; edits made only to it are kept.',
  body: { required: true, json: ref('TransactionSuggestionChoice') },
  example: { body: { candidate_id: exampleId('candidate') } },
  responses: { 200: { description: 'The one transaction.', schema: dataOf(ref('Transaction')) } },
  exists: hasSuggestion,
  async write(tx, { candidate_id: candidateId }, { householdId, id, now }) {
    const end = await acceptSuggestion(tx, householdId, id, candidateId, now);
    if (end === 'unknown') throw recordNotFound();
    if (end === 'not_candidate') {
      throw validationFailed('candidate_id must be one of the suggestion’s candidates.');
    }
    return answerRecord(await findTransaction(tx, householdId, candidateId), presentTransaction);
  },
});

transactionSuggestionRoutes.remove('DELETE /api/v1/transaction_suggestions/{id}', {
  operationId: 'deleteTransactionSuggestion',
  summary: 'Dismiss a suggestion',
  description: 'All its transactions stay unchanged; the sync does not suggest it again.',
  answers: 'The suggestion is dismissed.',
  remove: deleteSuggestion,
});
