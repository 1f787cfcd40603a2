import type { ActionType } from '../action-type.ts';

export const excludeTransaction: ActionType = {
  type: 'exclude_transaction',
  summary: 'Leaves the transaction out of reports. No rule puts it back.',
  value: null,
  compile: () => ({ kind: 'set', column: 'excluded', value: true }),
};
