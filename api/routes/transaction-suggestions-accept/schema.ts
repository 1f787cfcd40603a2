import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const acceptTransactionSuggestionSchema: OperationSchema = {
  operationId: 'acceptTransactionSuggestion',
  summary: 'Say which pending transaction has posted',
  description:
    'The pending transaction becomes the posted one in place and keeps its id, category, tags and edits; the posted one, which was kept apart, goes. Edits made only to that one are taken over.',
  tag: 'Transactions',
  body: { required: true, json: ref('TransactionSuggestionChoice') },
  responses: { 200: { description: 'The one transaction.', schema: dataOf(ref('Transaction')) } },
  errors: ['validation_failed'],
};
