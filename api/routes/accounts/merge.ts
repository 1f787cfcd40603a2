import { recordNotFound } from '../../../shared/platform/errors.ts';
import { hasAccount } from '../../../shared/ledger/account-existence.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { mergeInto } from './merge-into.ts';

/** POST /api/v1/accounts/{id}/merge */
export const mergeAccount = defineRoute({
  method: 'post',
  path: '/api/v1/accounts/{id}/merge',
  scope: 'read_write',
  schema: {
    operationId: 'mergeAccount',
    summary: 'Merge an account into another one',
    description:
      'The account of the path ends and all that is in it becomes part of the account named by `into`, which keeps its id, its name and what people did to it. What both have (by the bank’s id, else by day, amount, currency and name) is there once. Rules that name the account name the other one afterwards. This cannot be undone.',
    tag: 'Ledger',
    body: { required: true, json: ref('NewAccountMerge') },
    example: { body: { into: exampleId('other_account') } },
    responses: {
      200: {
        description: 'The remaining account, and what was merged.',
        schema: dataOf(ref('AccountMerge')),
      },
    },
    errors: ['validation_failed'],
  },
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    const fromId = id;
    if (!(await hasAccount(context.sql, householdId, fromId))) throw recordNotFound();
    const { into } = await readJson();
    return mergeInto(context, caller, fromId, into.toLowerCase());
  },
});
