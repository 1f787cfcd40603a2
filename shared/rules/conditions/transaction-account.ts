import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionAccount = referenceCondition(
  'account',
  'transaction_account',
  fragment`t.account_id`,
  'The account of the transaction.',
);
