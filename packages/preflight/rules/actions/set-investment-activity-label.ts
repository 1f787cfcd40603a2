import type { ActionType } from '../action-type.ts';
import { checkOneOf } from '../values.ts';

const ACTIVITY_LABELS =
  'Buy, Sell, Sweep In, Sweep Out, Dividend, Reinvestment, Interest, Fee, Transfer, Contribution, Withdrawal, Exchange, Other'.split(
    ', ',
  );

export const setInvestmentActivityLabel: ActionType = {
  type: 'set_investment_activity_label',
  summary: 'Sets the investment activity label.',
  value: `one of ${ACTIVITY_LABELS.join(', ')}`,
  choices: ACTIVITY_LABELS,
  checkValue: (value) => checkOneOf(value, ACTIVITY_LABELS),
  compile: (value) =>
    value !== null && ACTIVITY_LABELS.includes(value)
      ? { kind: 'set', column: 'investment_activity_label', value }
      : { kind: 'none' },
};
