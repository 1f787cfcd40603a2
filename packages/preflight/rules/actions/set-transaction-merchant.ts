import { referenceAction } from '../reference-action.ts';

export const setTransactionMerchant = referenceAction({
  type: 'set_transaction_merchant',
  summary: 'Sets the merchant.',
  value: 'id of a merchant of the household',
  reference: 'merchant',
  effect: (id) => ({ kind: 'set', column: 'merchant_id', value: id }),
});
