import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionAccount = referenceCondition('transaction_account', fragment`t.account_id`);
