import { recordNotFound } from '../../../shared/platform/errors.ts';
import { deleteSuggestion } from '../../../shared/sync/store/transaction-suggestions.ts';
import { defineRoute } from '../../http/route.ts';

/** DELETE /api/v1/transaction_suggestions/{id} */
export const dismissTransactionSuggestion = defineRoute({
  method: 'delete',
  path: '/api/v1/transaction_suggestions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteTransactionSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'All its transactions stay unchanged; the sync does not suggest it again.',
    tag: 'Transactions',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async handler({ sql }, { caller, id }) {
    const deleted = await deleteSuggestion(sql, caller.householdId, id);
    if (!deleted) throw recordNotFound();
    return { status: 204 };
  },
});
