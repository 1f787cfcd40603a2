import { recordNotFound } from '../../../shared/platform/errors.ts';
import { dismissTransferSuggestion as dismiss } from '../../../shared/transfers/store/transfer-suggestions.ts';
import { defineRoute } from '../../http/route.ts';

/** POST /api/v1/transfer_suggestions/{id}/dismiss */
export const dismissTransferSuggestion = defineRoute({
  method: 'post',
  path: '/api/v1/transfer_suggestions/{id}/dismiss',
  scope: 'read_write',
  schema: {
    operationId: 'dismissTransferSuggestion',
    summary: 'Say that two transactions are no transfer',
    description: 'The two are neither suggested nor linked again, by the service or by rules.',
    tag: 'Transfers',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async handler({ sql }, { caller, id }) {
    const dismissed = await sql.begin((tx) => dismiss(tx, caller.householdId, id));
    if (!dismissed) throw recordNotFound();
    return { status: 204 };
  },
});
