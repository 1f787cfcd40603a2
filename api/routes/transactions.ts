import { listTransactions, TRANSACTION_ORDER_NAMES } from '../../shared/ledger/transaction-list.ts';
import {
  hasLoggedTransaction,
  listTransactionChanges,
} from '../../shared/changes/transaction-changes.ts';
import { compareDecimals } from '#preflight/money';
import { TRANSACTION_KINDS } from '#preflight/records/fields';
import { isUuid } from '#preflight/uuid';
import type { TransactionFilter } from '../../shared/ledger/transaction-list.ts';
import { removeTransaction } from '../../shared/ledger/transaction-removal.ts';
import { findTransaction } from '../../shared/ledger/transactions.ts';
import { conflict, recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import { readEntryFilter } from '../http/entry-query.ts';
import { longPageParameters } from '../http/pagination.ts';
import {
  booleanParameter,
  dateParameter,
  decimalParameter,
  oneOf,
  textParameter,
  timestampParameter,
  uuidParameter,
} from '../http/query-parameters.ts';
import type { QueryOf } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentTransaction, presentTransactionChange } from '../records/transaction.ts';

export const transactionRoutes = resource('Transactions');

const listTransactionsParameters = {
  account_id: uuidParameter('Only transactions of this account.'),
  start_date: dateParameter('Only transactions from this day on, inclusive.'),
  end_date: dateParameter('Only transactions up to this day, inclusive.'),
  pending: booleanParameter('Only pending transactions, or only posted ones.'),
  search: textParameter(
    'Part of the name, the notes, or the provider’s merchant or description, ignoring letter case.',
    { maxLength: 200 },
  ),
  category_id: {
    ...uuidParameter('Only transactions of this category; `none`: those without one.'),
    schema: { anyOf: [{ type: 'string', format: 'uuid' }, { const: 'none' }] },
    expected: 'a UUID or none',
    parse: (text: string) =>
      text === 'none' ? text : isUuid(text) ? text.toLowerCase() : undefined,
  },
  merchant_id: uuidParameter('Only transactions of this merchant.'),
  tag_id: uuidParameter('Only transactions with this tag.'),
  kind: oneOf(TRANSACTION_KINDS, 'Only transactions of this kind.'),
  min_amount: decimalParameter('Only amounts from this one on; money out is negative.'),
  max_amount: decimalParameter('Only amounts up to this one; money out is negative.'),
  updated_since: timestampParameter(
    'Only transactions that were created or changed at this time or later.',
  ),
  sync_id: uuidParameter('Only transactions that this sync created or changed.'),
  import_id: uuidParameter(
    'Only transactions that this import or import session added, or that passed to this import when the one that added them was undone.',
  ),
  sort: oneOf(
    TRANSACTION_ORDER_NAMES,
    'The order, `-` for descending; default `-date`. Ties are broken in a stable order.',
  ),
  ...longPageParameters,
};

transactionRoutes.list('GET /api/v1/transactions', {
  operationId: 'listTransactions',
  summary: 'List transactions',
  description:
    'Newest day first, unless `sort` says otherwise. Pending ones have `pending: true`. Filters are combined with AND.',
  query: listTransactionsParameters,
  answers: 'A page of transactions.',
  record: presentTransaction,
  rows: (sql, { householdId, query }, page) =>
    listTransactions(sql, householdId, readFilter(query), query.sort ?? '-date', page),
});

/** Throws validation_failed for an empty range of days or amounts. */
function readFilter(query: QueryOf<typeof listTransactionsParameters>): TransactionFilter {
  const { min_amount: minAmount, max_amount: maxAmount } = query;
  if (
    minAmount !== undefined &&
    maxAmount !== undefined &&
    compareDecimals(minAmount, maxAmount) > 0
  ) {
    throw validationFailed('min_amount must not be greater than max_amount.');
  }
  return {
    ...readEntryFilter(query),
    minAmount,
    maxAmount,
    pending: query.pending,
    search: query.search,
    categoryId: query.category_id,
    merchantId: query.merchant_id,
    tagId: query.tag_id,
    kind: query.kind,
    updatedSince: query.updated_since,
    syncId: query.sync_id,
    importId: query.import_id,
  };
}

transactionRoutes.show('GET /api/v1/transactions/{id}', {
  operationId: 'showTransaction',
  summary: 'Show a transaction',
  description: '404 for a deleted one. `GET /transactions/{id}/changes` says who changed what.',
  answers: 'The transaction.',
  record: presentTransaction,
  find: findTransaction,
});

transactionRoutes.write('DELETE /api/v1/transactions/{id}', {
  operationId: 'deleteTransaction',
  summary: 'Delete a transaction',
  description:
    'No sync brings it back, not even when it posts or gets another id. Its split lines are deleted with it; deleting a single line is a 409. A transfer is dissolved and its other side stays. The change log of a deleted transaction can still be read.',
  responses: { 204: { description: 'The transaction is deleted.' } },
  errors: ['conflict'],
  async write(tx, _body, { householdId, id, now }) {
    const end = await removeTransaction(tx, householdId, id, now);
    if (end === 'unknown') throw recordNotFound();
    if (end === 'split_line') {
      throw conflict('This is one line of a split transaction; delete the transaction itself.');
    }
    return { status: 204 };
  },
});

transactionRoutes.list('GET /api/v1/transactions/{id}/changes', {
  operationId: 'listTransactionChanges',
  summary: 'List what changed a transaction',
  description:
    'The change log, newest first: which rule, import or person set which attribute. What a bank corrects in its own rows is not in it, ' +
    'except the lines that a split gets for it; the feed of `/changes` brings the row as it is then.',
  exists: hasLoggedTransaction,
  answers: 'A page of changes.',
  record: presentTransactionChange,
  rows: (sql, { householdId, id }, page) => listTransactionChanges(sql, householdId, id, page),
});
