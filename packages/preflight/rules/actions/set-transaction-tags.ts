import type { ActionType } from '../action-type.ts';
import { isUuid } from '../../uuid.ts';
import { checkId } from '../values.ts';

export const setTransactionTags: ActionType = {
  type: 'set_transaction_tags',
  summary: 'Adds a tag and keeps the others.',
  value: 'id of one tag of the household',
  reference: 'tag',
  checkValue: checkId,
  compile: (value) =>
    value !== null && isUuid(value)
      ? { kind: 'add_tag', tagId: value.toLowerCase() }
      : { kind: 'none' },
};
