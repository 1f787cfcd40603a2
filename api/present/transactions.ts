import type { Transaction } from '../../shared/ledger/transactions.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
