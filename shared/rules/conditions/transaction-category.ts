import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionCategory = referenceCondition(
  'category',
  'transaction_category',
  fragment`t.category_id`,
  'The category of the transaction, exactly: its children are not included.',
);
