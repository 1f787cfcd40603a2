import { referenceAction } from '../reference-action.ts';

export const setTransactionTags = referenceAction({
  type: 'set_transaction_tags',
  summary: 'Adds a tag and keeps the others.',
  value: 'id of one tag of the household',
  reference: 'tag',
  effect: (id) => ({ kind: 'add_tag', tagId: id }),
});
