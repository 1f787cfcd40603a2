import type { ActionType } from '../action-type.ts';
import { isUuid } from '../../uuid.ts';
import { checkId } from '../values.ts';

export const setTransactionCategory: ActionType = {
  type: 'set_transaction_category',
  summary: 'Sets the category.',
  value: 'id of a category of the household',
  reference: 'category',
  checkValue: checkId,
  compile: (value) =>
    value !== null && isUuid(value)
      ? {
          kind: 'set',
          column: 'category_id',
          value: value.toLowerCase(),
        }
      : { kind: 'none' },
};
