import { referenceCondition } from '../reference-condition.ts';

export const transactionTag = referenceCondition({
  reference: 'tag',
  type: 'transaction_tag',
  summary: 'The tags of the transaction: it has the tag, or has none at all.',
  field: 'tag_ids',
  has: (state, id) => state.hasTag(id),
  hasAny: (state) => state.tagIds.length > 0,
  needs: 'tags',
});
