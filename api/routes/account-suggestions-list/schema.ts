import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listAccountSuggestionsSchema: OperationSchema = {
  operationId: 'listAccountSuggestions',
  summary: 'List new accounts that may be known ones',
  description:
    'The provider listed `account` as a new one, and it looks like `candidate`: same institution and currency, and the name or the transactions agree. Newest first.',
  tag: 'Ledger',
  query: pageParameters,
  responses: {
    200: { description: 'A page of suggestions.', schema: pageOf(ref('AccountSuggestion')) },
  },
};
