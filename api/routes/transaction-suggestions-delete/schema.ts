import type { OperationSchema } from '../../http/route.ts';

export const deleteTransactionSuggestionSchema: OperationSchema = {
  operationId: 'deleteTransactionSuggestion',
  summary: 'Dismiss a suggestion',
  description: 'All its transactions stay what they are; the sync does not suggest it again.',
  tag: 'Transactions',
  responses: { 204: { description: 'The suggestion is gone.' } },
};
