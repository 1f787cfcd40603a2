import type { ActionType } from '../action-type.ts';
import { isUuid } from '../../uuid.ts';
import { checkId } from '../values.ts';

export const setAsTransferOrPayment: ActionType = {
  type: 'set_as_transfer_or_payment',
  summary:
    'Marks the transaction as a transfer with the given account: an existing counterpart there is linked, else one is made.',
  value: 'id of the other account of the household',
  reference: 'account',
  checkValue: checkId,
  compile: (value) =>
    value !== null && isUuid(value)
      ? { kind: 'transfer', accountId: value.toLowerCase() }
      : { kind: 'none' },
};
