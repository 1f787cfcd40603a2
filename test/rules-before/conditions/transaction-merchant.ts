import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionMerchant = referenceCondition(
  'transaction_merchant',
  fragment`t.merchant_id`,
);
