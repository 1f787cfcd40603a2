import * as transactions from '../../../shared/store/ledger/transaction-list.ts';
import type { PageRequest } from '../../../shared/store/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { readEntryFilter } from '../../http/entry-query.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import {
  booleanParameter,
  dateParameter,
  textParameter,
  uuidParameter,
} from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTransaction } from '../../present/transactions.ts';

const listTransactionsParameters = {
  account_id: uuidParameter('Only transactions of this account.'),
  start_date: dateParameter('Only transactions from this day on, inclusive.'),
  end_date: dateParameter('Only transactions up to this day, inclusive.'),
  pending: booleanParameter('Only pending transactions, or only posted ones.'),
  search: textParameter(
    'Part of the name, the notes, or the provider’s merchant or description, ignoring letter case.',
    { maxLength: 200 },
  ),
  ...pageParameters,
};
/** GET /api/v1/transactions */
export const listTransactions = defineRoute({
  method: 'get',
  path: '/api/v1/transactions',
  scope: 'read',
  schema: {
    operationId: 'listTransactions',
    summary: 'List transactions',
    description: 'Newest day first. Pending ones have `pending: true`.',
    tag: 'Transactions',
    query: listTransactionsParameters,
    responses: {
      200: { description: 'A page of transactions.', schema: pageOf(ref('Transaction')) },
    },
  },
  handler({ sql }, { caller, query }) {
    const filter = { ...readEntryFilter(query), pending: query.pending, search: query.search };
    const list = (page: PageRequest) =>
      transactions.listTransactions(sql, caller.householdId, filter, page);
    return answerPage(query, list, presentTransaction);
  },
});
