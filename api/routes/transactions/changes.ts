import { recordNotFound } from '../../../shared/errors.ts';
import {
  countTransactionChanges,
  hasLoggedTransaction,
  listTransactionChanges as listStoredChanges,
} from '../../../shared/store/ledger/transaction-changes.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTransactionChange } from '../../present/transaction-changes.ts';

/** GET /api/v1/transactions/{id}/changes */
export const listTransactionChanges = defineRoute({
  method: 'get',
  path: '/api/v1/transactions/{id}/changes',
  scope: 'read',
  schema: {
    operationId: 'listTransactionChanges',
    summary: 'List what changed a transaction',
    description: 'The change log, newest first: which rule or person set which attribute.',
    tag: 'Transactions',
    query: pageParameters,
    responses: {
      200: { description: 'A page of changes.', schema: pageOf(ref('TransactionChange')) },
    },
  },
  async handler({ sql }, { caller, id, query }) {
    const { householdId } = caller;
    if (!(await hasLoggedTransaction(sql, householdId, id))) throw recordNotFound();
    const count = await countTransactionChanges(sql, householdId, id);
    const window = pageWindow(pageRequest(query), count);
    const changes = await listStoredChanges(sql, householdId, id, window);
    const meta = presentPageMeta(window);
    return { status: 200, body: { data: changes.map(presentTransactionChange), meta } };
  },
});
