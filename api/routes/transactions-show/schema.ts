import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showTransactionSchema: OperationSchema = {
  operationId: 'showTransaction',
  summary: 'Show a transaction',
  tag: 'Transactions',
  responses: { 200: { description: 'The transaction.', schema: dataOf(ref('Transaction')) } },
};
