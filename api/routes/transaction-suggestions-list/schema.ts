import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listTransactionSuggestionsParameters = {
  account_id: uuidParameter('Only those of this account.'),
  ...pageParameters,
};

export const listTransactionSuggestionsSchema: OperationSchema = {
  operationId: 'listTransactionSuggestions',
  summary: 'List pending transactions that may have posted',
  description:
    'A posted transaction that is a little larger than several pending ones of the same merchant (a tip, a fuel authorisation) is kept apart from them until a person says which one it was. Newest first.',
  tag: 'Transactions',
  query: listTransactionSuggestionsParameters,
  responses: {
    200: { description: 'A page of suggestions.', schema: pageOf(ref('TransactionSuggestion')) },
  },
};
