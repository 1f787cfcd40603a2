import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import {
  booleanParameter,
  dateParameter,
  textParameter,
  uuidParameter,
} from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listTransactionsParameters = {
  account_id: uuidParameter('Only transactions of this account.'),
  start_date: dateParameter('Only transactions from this day on, inclusive.'),
  end_date: dateParameter('Only transactions up to this day, inclusive.'),
  pending: booleanParameter('Only pending transactions, or only posted ones.'),
  search: textParameter(
    'Part of the name, the notes, or the provider’s merchant or description; letter case aside.',
    { maxLength: 200 },
  ),
  ...pageParameters,
};

export const listTransactionsSchema: OperationSchema = {
  operationId: 'listTransactions',
  summary: 'List transactions',
  description: 'Newest day first. Pending ones have `pending: true`.',
  tag: 'Transactions',
  query: listTransactionsParameters,
  responses: {
    200: { description: 'A page of transactions.', schema: pageOf(ref('Transaction')) },
  },
};
