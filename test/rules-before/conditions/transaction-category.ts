import { fragment } from '../fragment.ts';
import { referenceCondition } from '../reference-condition.ts';

export const transactionCategory = referenceCondition(
  'transaction_category',
  fragment`t.category_id`,
);
