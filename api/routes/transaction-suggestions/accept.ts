import { recordNotFound, validationFailed } from '../../../shared/platform/errors.ts';
import {
  acceptSuggestion,
  hasSuggestion,
} from '../../../shared/sync/store/transaction-suggestions.ts';
import { findTransaction } from '../../../shared/ledger/transactions.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentTransaction } from '../../present/transactions.ts';

/** POST /api/v1/transaction_suggestions/{id}/accept */
export const acceptTransactionSuggestion = defineRoute({
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
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    if (!(await hasSuggestion(context.sql, householdId, id))) throw recordNotFound();
    const { candidate_id: candidateId } = await readJson();
    const transaction = await writeAs(context, caller, async (tx) => {
      const end = await acceptSuggestion(tx, householdId, id, candidateId, context.clock.now());
      if (end === 'unknown') throw recordNotFound();
      if (end === 'not_candidate') {
        throw validationFailed('candidate_id must be one of the suggestion’s candidates.');
      }
      return findTransaction(tx, householdId, candidateId);
    });
    if (transaction === null) throw recordNotFound();
    return { status: 200, body: { data: presentTransaction(transaction) } };
  },
});
