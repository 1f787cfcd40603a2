import type { ActionType } from '../action-type.ts';

export const excludeTransaction: ActionType = {
  type: 'exclude_transaction',
  summary: 'Leaves the transaction out of reports. It is never put back by a rule.',
  value: null,
  checkValue: () => null,
  compile: () => ({ kind: 'set', column: 'excluded', value: true }),
};
