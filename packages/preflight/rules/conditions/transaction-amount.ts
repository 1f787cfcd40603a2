import { compareDecimals, normalizeDecimal } from '../../money.ts';
import { defineCondition, type CompiledCondition } from '../condition-type.ts';
import { isDecimal } from '../values.ts';

const AMOUNT_OPERATORS = ['=', '!=', '>', '>=', '<', '<='] as const;

const HOLDS: Record<(typeof AMOUNT_OPERATORS)[number], (order: -1 | 0 | 1) => boolean> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

export const transactionAmount = defineCondition({
  type: 'transaction_amount',
  summary: 'The amount without its sign, in the currency of the transaction.',
  operators: AMOUNT_OPERATORS,
  decimal: true,
  checkValue: (value) => (isDecimal(value) ? null : 'must be a decimal number such as 60 or 14.50'),
  compile: (operator, value): CompiledCondition => {
    // Anything but a number is refused when a rule is saved; a rule older than that check reads it as zero.
    const bound = value !== null && isDecimal(value) ? (normalizeDecimal(value) ?? '0') : '0';
    const holds = HOLDS[operator];
    return {
      test: (state) => holds(compareDecimals(state.magnitude, bound)),
      ...(operator === '=' ? { triggers: [{ field: 'amount', equals: bound }] } : {}),
    };
  },
});
