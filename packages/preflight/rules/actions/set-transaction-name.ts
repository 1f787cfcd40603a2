import type { ActionType } from '../action-type.ts';
import { checkText } from '../values.ts';

export const setTransactionName: ActionType = {
  type: 'set_transaction_name',
  summary: 'Renames the transaction.',
  value: 'the new name',
  checkValue: (value) => (value.trim() === '' ? 'must not be blank' : checkText(value)),
  compile: (value) =>
    value === null || value.trim() === ''
      ? { kind: 'none' }
      : { kind: 'set', column: 'name', value: value.trim() },
};
