import { referenceCondition } from '../reference-condition.ts';

export const transactionMerchant = referenceCondition({
  reference: 'merchant',
  type: 'transaction_merchant',
  summary: 'The merchant of the transaction.',
  field: 'merchant_id',
  has: (state, id) => state.get('merchant_id') === id,
  hasAny: (state) => state.get('merchant_id') !== null,
});
