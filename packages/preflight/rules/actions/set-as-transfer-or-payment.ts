import { referenceAction } from '../reference-action.ts';

export const setAsTransferOrPayment = referenceAction({
  type: 'set_as_transfer_or_payment',
  summary:
    'Marks the transaction as a transfer with the given account: an existing counterpart there is linked, else one is made.',
  value: 'id of the other account of the household',
  reference: 'account',
  effect: (id) => ({ kind: 'transfer', accountId: id }),
});
