import { recordNotFound } from '../../../shared/platform/errors.ts';
import * as changes from '../../../shared/changes/transaction-changes.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
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
  async handler({ sql }, request) {
    const {
      caller: { householdId },
      id,
    } = request;
    if (!(await changes.hasLoggedTransaction(sql, householdId, id))) throw recordNotFound();
    const list = (page: PageRequest) => changes.listTransactionChanges(sql, householdId, id, page);
    return answerPage(request, list, presentTransactionChange);
  },
});
