import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findAccountSuggestion } from '../../../shared/sync/store/account-suggestions.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { mergeInto } from '../accounts/merge-into.ts';

/** POST /api/v1/account_suggestions/{id}/accept */
export const acceptAccountSuggestion = defineRoute({
  method: 'post',
  path: '/api/v1/account_suggestions/{id}/accept',
  scope: 'read_write',
  schema: {
    operationId: 'acceptAccountSuggestion',
    summary: 'Say that a new account is a known one',
    description: 'Merges `account` into `candidate`, as POST /accounts/{id}/merge does.',
    tag: 'Ledger',
    responses: {
      200: {
        description: 'The remaining account, and what was merged.',
        schema: dataOf(ref('AccountMerge')),
      },
    },
    errors: ['validation_failed'],
  },
  async handler(context, { caller, id }) {
    const found = await findAccountSuggestion(context.sql, caller.householdId, id);
    if (found === null) throw recordNotFound();
    return mergeInto(context, caller, found.accountId, found.candidateId);
  },
});
