import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { removeTransaction } from '../../../shared/ledger/transaction-removal.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/transactions/{id} */
export const deleteTransaction = defineRoute({
  method: 'delete',
  path: '/api/v1/transactions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteTransaction',
    summary: 'Delete a transaction',
    description:
      'No sync brings it back, also not posted or under another id. The lines that it is split into go with it; a line alone is a 409. A transfer dissolves, its other side stays. The change log of a deleted transaction can still be read.',
    tag: 'Transactions',
    responses: { 204: { description: 'The transaction is gone.' } },
    errors: ['conflict'],
  },
  async handler(context, { caller, id }) {
    const end = await writeAs(context, caller, (tx) =>
      removeTransaction(tx, caller.householdId, id, context.clock.now()),
    );
    if (end === 'unknown') throw recordNotFound();
    if (end === 'split_line') {
      throw new AppError('conflict', {
        publicMessage: 'This is one line of a split transaction; delete the transaction itself.',
      });
    }
    return { status: 204 };
  },
});
