import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const updateTransactionSchema: OperationSchema = {
  operationId: 'updateTransaction',
  summary: 'Edit a transaction',
  description:
    'What is sent is set and locked: neither rules nor the provider change it any more. ' +
    'A pending transaction still becomes posted.',
  tag: 'Transactions',
  body: { required: true, json: ref('TransactionEdit') },
  responses: {
    200: { description: 'The transaction as it is now.', schema: dataOf(ref('Transaction')) },
  },
};
