import { recordNotFound } from '../../../shared/platform/errors.ts';
import { removeAccount } from '../../../shared/removal/account-removal.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/accounts/{id} */
export const deleteAccount = defineRoute({
  method: 'delete',
  path: '/api/v1/accounts/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'Permanently deletes it with its transactions, trades, holdings, valuations and balances. Its connection does not bring it back. Transfers to other accounts are dissolved; their other sides stay.',
    tag: 'Ledger',
    responses: { 204: { description: 'The account is gone.' } },
  },
  async handler(context, { caller, id }) {
    const now = context.clock.now();
    const removed = await writeAs(context, caller, (tx) =>
      removeAccount(tx, caller.householdId, id, now),
    );
    if (!removed) throw recordNotFound();
    return { status: 204 };
  },
});
