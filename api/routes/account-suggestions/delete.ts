import { recordNotFound } from '../../../shared/platform/errors.ts';
import { deleteAccountSuggestion } from '../../../shared/sync/store/account-suggestions.ts';
import { defineRoute } from '../../http/route.ts';

/** DELETE /api/v1/account_suggestions/{id} */
export const dismissAccountSuggestion = defineRoute({
  method: 'delete',
  path: '/api/v1/account_suggestions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteAccountSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'Both accounts stay unchanged; the sync does not suggest it again.',
    tag: 'Ledger',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async handler({ sql }, { caller, id }) {
    const deleted = await deleteAccountSuggestion(sql, caller.householdId, id);
    if (!deleted) throw recordNotFound();
    return { status: 204 };
  },
});
