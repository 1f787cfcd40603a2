import { referenceAction } from '../reference-action.ts';

export const setTransactionCategory = referenceAction({
  type: 'set_transaction_category',
  summary: 'Sets the category.',
  value: 'id of a category of the household',
  reference: 'category',
  effect: (id) => ({ kind: 'set', column: 'category_id', value: id }),
});
