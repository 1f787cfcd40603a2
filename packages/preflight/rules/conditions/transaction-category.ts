import { referenceCondition } from '../reference-condition.ts';

export const transactionCategory = referenceCondition({
  reference: 'category',
  type: 'transaction_category',
  summary: 'The category of the transaction, exactly: its children are not included.',
  field: 'category_id',
  has: (state, id) => state.get('category_id') === id,
  hasAny: (state) => state.get('category_id') !== null,
});
