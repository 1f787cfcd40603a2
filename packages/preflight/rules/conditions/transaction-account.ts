import { referenceCondition } from '../reference-condition.ts';

export const transactionAccount = referenceCondition({
  reference: 'account',
  type: 'transaction_account',
  summary: 'The account of the transaction.',
  field: 'account',
  has: (state, id) => state.row.accountId === id,
  hasAny: () => true,
});
