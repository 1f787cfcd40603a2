import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const updateAccountSchema: OperationSchema = {
  operationId: 'updateAccount',
  summary: 'Rename, retype or ignore an account',
  tag: 'Ledger',
  body: { required: true, json: ref('AccountChange') },
  responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
  errors: ['validation_failed'],
};
