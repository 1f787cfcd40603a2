import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const mergeAccountSchema: OperationSchema = {
  operationId: 'mergeAccount',
  summary: 'Merge an account into another one',
  description:
    'The account of the path ends and all that is in it becomes part of the account named by `into`, which keeps its id, its name and what people did to it. What both have (by the bank’s id, else by day, amount, currency and name) is there once. Rules that name the account name the other one. There is no way back.',
  tag: 'Ledger',
  body: { required: true, json: ref('NewAccountMerge') },
  responses: {
    200: {
      description: 'The account that stays, and what was done.',
      schema: dataOf(ref('AccountMerge')),
    },
  },
  errors: ['validation_failed'],
};
