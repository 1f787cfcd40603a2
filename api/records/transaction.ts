import { TRANSACTION_KINDS } from '#preflight/records/fields';
import type { TransactionChange } from '../../shared/changes/transaction-changes.ts';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import type { TransactionSuggestion } from '../../shared/sync/store/transaction-suggestions.ts';
import type { TransferSuggestion } from '../../shared/transfers/store/transfer-suggestions.ts';
import * as s from '../openapi/json-schema.ts';
import { ATTRIBUTE, CHANGED_AT, NEW_VALUE, OLD_VALUE } from './change.ts';
import {
  ACTIVITY,
  AMOUNT,
  CATEGORY,
  DAY,
  MERCHANT,
  NAME,
  SPLIT_AMOUNT,
  TAGS,
  WORDS,
} from './new-transaction.ts';
import { CREATED_AT, ID, ITS_ACCOUNT, ITS_CURRENCY, record, TIMES } from './record.ts';

export const presentTransaction = record<Transaction, 'Transaction'>(
  'Transaction',
  'A booking on an account. Money in is positive, money out is negative.',
  {
    id: ID,
    account_id: ITS_ACCOUNT,
    date: DAY,
    amount: AMOUNT,
    currency: ITS_CURRENCY,
    name: NAME,
    ...WORDS,
    pending: s.field(s.FLAG, 'Not yet posted by the bank; shown with a Pending badge.'),
    stale_pending: s.field(
      s.FLAG,
      'Pending, but the bank has stopped listing it; kept because a person edited it or a file brought it. A person should look at it.',
    ),
    excluded: s.field(s.FLAG, 'Left out of reports.'),
    kind: s.choice(
      TRANSACTION_KINDS,
      'What it means for reports: the kinds of transfers are neither income nor spending.',
    ),
    category_id: CATEGORY,
    merchant_id: MERCHANT,
    tag_ids: TAGS,
    category_name: s.nullable(s.TEXT, 'The name of its category; null without one.'),
    merchant_name: s.nullable(s.TEXT, 'The name of its merchant; null without one.'),
    tag_names: s.list(s.TEXT, 'In the order of tag_ids.'),
    splits: s.list(
      s.object({
        id: s.field(s.UUID, 'The id of the line, which is a transaction as well.'),
        amount: SPLIT_AMOUNT,
        name: s.text('What is shown for the line.'),
        category_id: CATEGORY,
      }),
      'Its split lines, each a separate transaction.',
    ),
    investment_activity_label: ACTIVITY,
    merchant: {
      ...s.nullable(
        s.TEXT,
        'The merchant’s name as the provider sent it; null where it sent none.',
      ),
      read: ({ providerMerchant }) => providerMerchant,
    },
    description: {
      ...s.nullable(s.TEXT, 'The description as the provider sent it; null where it sent none.'),
      read: ({ providerDescription }) => providerDescription,
    },
    parent_id: s.nullable(
      s.UUID,
      'The transaction that this one is a split of; null for a whole one.',
    ),
    transfer_id: s.nullable(
      s.UUID,
      'The transfer that this is one side of; null outside of transfers.',
    ),
    source: s.text('Where it came from: the bank sync, an import, a rule or a person.'),
    external_id: s.nullable(
      s.TEXT,
      'The id that a client gave it when adding it; null without one.',
    ),
    locked_attributes: s.list(
      s.TEXT,
      'Attributes that a person edited; rules and the provider do not change them.',
    ),
    ...TIMES,
  },
);

export const presentTransactionChange = record<TransactionChange, 'TransactionChange'>(
  'TransactionChange',
  'A line of the change log of a transaction.',
  {
    attribute: ATTRIBUTE,
    source: s.choice(
      ['rule', 'user', 'provider', 'transfer', 'import'],
      'transfer: the service found, or lost, the other side of a transfer; import: an import that added to it, or its undo.',
    ),
    rule_id: s.nullable(s.UUID, 'The rule that changed it; null where it was not a rule.'),
    rule_run_id: s.nullable(
      s.UUID,
      'The run of rules that changed it; null where it was not a run, or the run is deleted.',
    ),
    import_id: s.nullable(
      s.UUID,
      'The import or import session that wrote the line, or that was undone; null for others.',
    ),
    sync_id: s.nullable(s.UUID, 'The sync that wrote the line; null where none did.'),
    api_key_id: s.nullable(
      s.UUID,
      'The key of the request that wrote the line; null where no request did.',
    ),
    old_value: OLD_VALUE,
    new_value: NEW_VALUE,
    created_at: CHANGED_AT,
  },
);

export const presentTransactionSuggestion = record<TransactionSuggestion, 'TransactionSuggestion'>(
  'TransactionSuggestion',
  'A posted transaction that may be one of several pending ones: a person decides.',
  {
    id: ID,
    transaction: {
      ...s.field(s.ref('Transaction'), 'The posted transaction.'),
      read: ({ transaction }) => presentTransaction(transaction),
    },
    candidates: {
      ...s.list(
        s.ref('Transaction'),
        'The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them.',
      ),
      minItems: 1,
      read: ({ candidates }) => candidates.map(presentTransaction),
    },
    created_at: CREATED_AT,
  },
);

s.define('TransactionSuggestionChoice', 'Names the pending transaction that it is.', 'all', {
  candidate_id: s.field(s.UUID, 'The pending transaction that was posted: one of `candidates`.'),
});

export const presentTransferSuggestion = record<TransferSuggestion, 'TransferSuggestion'>(
  'TransferSuggestion',
  'Two transactions that look like the sides of one transfer: accept or dismiss.',
  {
    id: ID,
    outflow: {
      ...s.field(s.ref('Transaction'), 'The side on which the money left.'),
      read: ({ outflow }) => presentTransaction(outflow),
    },
    inflow: {
      ...s.field(s.ref('Transaction'), 'The side on which it arrived.'),
      read: ({ inflow }) => presentTransaction(inflow),
    },
    created_at: CREATED_AT,
  },
);
