import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionMerchant = referenceCondition(
  'merchant',
  'transaction_merchant',
  fragment`t.merchant_id`,
  'The merchant of the transaction.',
);
