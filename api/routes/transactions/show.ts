import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findTransaction } from '../../../shared/ledger/transactions.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTransaction } from '../../present/transactions.ts';

/** GET /api/v1/transactions/{id} */
export const showTransaction = defineRoute({
  method: 'get',
  path: '/api/v1/transactions/{id}',
  scope: 'read',
  schema: {
    operationId: 'showTransaction',
    summary: 'Show a transaction',
    description: 'A deleted one is a 404. `GET /transactions/{id}/changes` says who changed what.',
    tag: 'Transactions',
    responses: { 200: { description: 'The transaction.', schema: dataOf(ref('Transaction')) } },
  },
  async handler({ sql }, { caller, id }) {
    const transaction = await findTransaction(sql, caller.householdId, id);
    if (transaction === null) throw recordNotFound();
    return { status: 200, body: { data: presentTransaction(transaction) } };
  },
});
