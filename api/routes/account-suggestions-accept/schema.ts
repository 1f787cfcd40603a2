import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const acceptAccountSuggestionSchema: OperationSchema = {
  operationId: 'acceptAccountSuggestion',
  summary: 'Say that a new account is a known one',
  description: 'Merges `account` into `candidate`, as POST /accounts/{id}/merge does.',
  tag: 'Ledger',
  responses: {
    200: {
      description: 'The account that stays, and what was done.',
      schema: dataOf(ref('AccountMerge')),
    },
  },
  errors: ['validation_failed'],
};
