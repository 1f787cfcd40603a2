import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listTransactionChangesSchema: OperationSchema = {
  operationId: 'listTransactionChanges',
  summary: 'List what changed a transaction',
  description: 'The change log, newest first: which rule or person set which attribute.',
  tag: 'Transactions',
  query: pageParameters,
  responses: {
    200: { description: 'A page of changes.', schema: pageOf(ref('TransactionChange')) },
  },
};
