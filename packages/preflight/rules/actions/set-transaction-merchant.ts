import type { ActionType } from '../action-type.ts';
import { isUuid } from '../../uuid.ts';
import { checkId } from '../values.ts';

export const setTransactionMerchant: ActionType = {
  type: 'set_transaction_merchant',
  summary: 'Sets the merchant.',
  value: 'id of a merchant of the household',
  reference: 'merchant',
  checkValue: checkId,
  compile: (value) =>
    value !== null && isUuid(value)
      ? {
          kind: 'set',
          column: 'merchant_id',
          value: value.toLowerCase(),
        }
      : { kind: 'none' },
};
