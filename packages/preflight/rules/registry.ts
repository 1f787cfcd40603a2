import type { ActionType } from './action-type.ts';
import { autoCategorize } from './actions/auto-categorize.ts';
import { autoDetectMerchants } from './actions/auto-detect-merchants.ts';
import { excludeTransaction } from './actions/exclude-transaction.ts';
import { sendEmailNotification } from './actions/send-email-notification.ts';
import { setAsTransferOrPayment } from './actions/set-as-transfer-or-payment.ts';
import { setInvestmentActivityLabel } from './actions/set-investment-activity-label.ts';
import { setTransactionCategory } from './actions/set-transaction-category.ts';
import { setTransactionMerchant } from './actions/set-transaction-merchant.ts';
import { setTransactionName } from './actions/set-transaction-name.ts';
import { setTransactionTags } from './actions/set-transaction-tags.ts';
import { transactionAccount } from './conditions/transaction-account.ts';
import { transactionAmount } from './conditions/transaction-amount.ts';
import { transactionCategory } from './conditions/transaction-category.ts';
import { transactionDetails } from './conditions/transaction-details.ts';
import { transactionMerchant } from './conditions/transaction-merchant.ts';
import { transactionName } from './conditions/transaction-name.ts';
import { transactionNotes } from './conditions/transaction-notes.ts';
import { transactionTag } from './conditions/transaction-tag.ts';
import { transactionType } from './conditions/transaction-type.ts';
import type { ConditionType } from './condition-type.ts';

/** Every kind of condition except `compound`, which is structure and not a test of a row. */
export const conditionTypes = byType<ConditionType>([
  transactionAccount,
  transactionAmount,
  transactionCategory,
  transactionDetails,
  transactionMerchant,
  transactionName,
  transactionNotes,
  transactionTag,
  transactionType,
]);

/** Every kind of action, including those that this service refuses. */
export const actionTypes = byType<ActionType>([
  autoCategorize,
  autoDetectMerchants,
  excludeTransaction,
  sendEmailNotification,
  setAsTransferOrPayment,
  setInvestmentActivityLabel,
  setTransactionCategory,
  setTransactionMerchant,
  setTransactionName,
  setTransactionTags,
]);

function byType<T extends { readonly type: string }>(types: readonly T[]): ReadonlyMap<string, T> {
  return new Map(types.map((type) => [type.type, type]));
}
