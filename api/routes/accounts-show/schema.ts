import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showAccountSchema: OperationSchema = {
  operationId: 'showAccount',
  summary: 'Show an account',
  tag: 'Ledger',
  responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
};
