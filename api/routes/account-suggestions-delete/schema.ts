import type { OperationSchema } from '../../http/route.ts';

export const deleteAccountSuggestionSchema: OperationSchema = {
  operationId: 'deleteAccountSuggestion',
  summary: 'Dismiss a suggestion',
  description: 'Both accounts stay what they are; the sync does not suggest it again.',
  tag: 'Ledger',
  responses: { 204: { description: 'The suggestion is gone.' } },
};
