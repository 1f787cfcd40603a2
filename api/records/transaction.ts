import { TRANSACTION_KINDS } from '../../packages/preflight/records/fields.ts';
import type { TransactionChange } from '../../shared/changes/transaction-changes.ts';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import {
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  ref,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { splitLines } from './new-transaction.ts';
import { presentTimestamp } from './timestamp.ts';

const TEXT: JsonSchema = { type: 'string' };

export const transaction: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  date: DATE,
  amount: DECIMAL,
  currency: CURRENCY,
  name: TEXT,
  notes: nullable(TEXT),
  pending: {
    type: 'boolean',
    description: 'Not yet posted by the bank; shown with a Pending badge.',
  },
  stale_pending: {
    type: 'boolean',
    description:
      'Pending, but the bank has stopped listing it; kept because a person edited it or a file brought it. A person should look at it.',
  },
  excluded: { type: 'boolean', description: 'Left out of reports.' },
  kind: {
    type: 'string',
    enum: TRANSACTION_KINDS,
  },
  category_id: nullable(UUID),
  merchant_id: nullable(UUID),
  tag_ids: { type: 'array', items: UUID },
  category_name: nullable(TEXT),
  merchant_name: nullable(TEXT),
  tag_names: { type: 'array', items: TEXT, description: 'In the order of tag_ids.' },
  splits: {
    type: 'array',
    description: 'Its split lines, each a separate transaction.',
    items: object({ id: UUID, amount: DECIMAL, name: TEXT, category_id: nullable(UUID) }),
  },
  investment_activity_label: nullable(TEXT),
  merchant: {
    ...nullable(TEXT),
    description: 'The merchant’s name as the provider sent it; null where it sent none.',
  },
  description: {
    ...nullable(TEXT),
    description: 'The description as the provider sent it; null where it sent none.',
  },
  parent_id: {
    ...nullable(UUID),
    description: 'The transaction that this one is a split of; null for a whole one.',
  },
  transfer_id: {
    ...nullable(UUID),
    description: 'The transfer that this is one side of; null outside of transfers.',
  },
  source: {
    type: 'string',
    description: 'Where it came from: the bank sync, an import, a rule or a person.',
  },
  external_id: {
    ...nullable(TEXT),
    description: 'The id that a client gave it when adding it; null without one.',
  },
  locked_attributes: {
    type: 'array',
    items: TEXT,
    description: 'Attributes that a person edited; rules and the provider do not change them.',
  },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const transactionEdit: JsonSchema = {
  type: 'object',
  description:
    'Absent fields stay. Fields that you send are locked against rules and the provider.',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 1000 },
    notes: { ...nullable(TEXT), maxLength: 10_000 },
    excluded: { type: 'boolean' },
    category_id: nullable(UUID),
    merchant_id: nullable(UUID),
    tag_ids: { type: 'array', items: UUID, maxItems: 100, description: 'Replaces the tags.' },
    account_id: UUID,
    date: DATE,
    amount: { ...DECIMAL, maxLength: 40 },
    splits: { ...splitLines(0), description: 'Replaces its lines; none make it whole again.' },
  },
};

/** One line of the change log. */
export const transactionChange: JsonSchema = object({
  attribute: TEXT,
  source: {
    type: 'string',
    enum: ['rule', 'user', 'provider', 'transfer', 'import'],
    description:
      'transfer: the service found, or lost, the other side of a transfer; import: an import that brought more of it, or its undo.',
  },
  rule_id: nullable(UUID),
  rule_run_id: nullable(UUID),
  import_id: {
    ...nullable(UUID),
    description:
      'The import or import session that wrote the line, or whose undo did; null for others.',
  },
  sync_id: { ...nullable(UUID), description: 'The sync that wrote the line; null where none did.' },
  api_key_id: {
    ...nullable(UUID),
    description: 'The key of the request that wrote the line; null where no request did.',
  },
  old_value: nullable(TEXT),
  new_value: nullable(TEXT),
  created_at: TIMESTAMP,
});

export const transactionSuggestion: JsonSchema = object({
  id: UUID,
  transaction: ref('Transaction'),
  candidates: {
    type: 'array',
    minItems: 1,
    description:
      'The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them.',
    items: ref('Transaction'),
  },
  created_at: TIMESTAMP,
});

export const transactionSuggestionChoice: JsonSchema = object({ candidate_id: UUID });

export const transferSuggestion: JsonSchema = object({
  id: UUID,
  outflow: ref('Transaction'),
  inflow: ref('Transaction'),
  created_at: TIMESTAMP,
});

/** A transaction on the wire. */
export function presentTransaction(transaction: Transaction): Schemas['Transaction'] {
  return {
    id: transaction.id,
    account_id: transaction.accountId,
    date: transaction.date,
    amount: transaction.amount,
    currency: transaction.currency,
    name: transaction.name,
    notes: transaction.notes,
    pending: transaction.pending,
    stale_pending: transaction.stalePending,
    excluded: transaction.excluded,
    kind: transaction.kind,
    category_id: transaction.categoryId,
    merchant_id: transaction.merchantId,
    tag_ids: transaction.tagIds,
    category_name: transaction.categoryName,
    merchant_name: transaction.merchantName,
    tag_names: transaction.tagNames,
    splits: transaction.splits,
    investment_activity_label: transaction.investmentActivityLabel,
    merchant: transaction.providerMerchant,
    description: transaction.providerDescription,
    parent_id: transaction.parentId,
    transfer_id: transaction.transferId,
    source: transaction.source,
    external_id: transaction.externalId,
    locked_attributes: transaction.lockedAttributes,
    created_at: presentTimestamp(transaction.createdAt),
    updated_at: presentTimestamp(transaction.updatedAt),
  };
}

/** One line of the change log on the wire. */
export function presentTransactionChange(change: TransactionChange): Schemas['TransactionChange'] {
  return {
    attribute: change.attribute,
    source: change.source,
    rule_id: change.ruleId,
    rule_run_id: change.ruleRunId,
    import_id: change.importId,
    sync_id: change.syncId,
    api_key_id: change.apiKeyId,
    old_value: change.oldValue,
    new_value: change.newValue,
    created_at: presentTimestamp(change.createdAt),
  };
}
