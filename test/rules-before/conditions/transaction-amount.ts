import { defineCondition } from '../define-condition.ts';
import { fragment, type Fragment } from '../fragment.ts';
import { isDecimal } from '../../../shared/rules/values.ts';

const AMOUNT_OPERATORS = ['=', '!=', '>', '>=', '<', '<='] as const;

/** Operators are spelled out and not spliced in: no text of a rule ever becomes SQL. */
function compare(
  operator: (typeof AMOUNT_OPERATORS)[number],
  amount: Fragment,
  bound: Fragment,
): Fragment {
  switch (operator) {
    case '=':
      return fragment`${amount} = ${bound}`;
    case '!=':
      return fragment`${amount} <> ${bound}`;
    case '>':
      return fragment`${amount} > ${bound}`;
    case '>=':
      return fragment`${amount} >= ${bound}`;
    case '<':
      return fragment`${amount} < ${bound}`;
    case '<=':
      return fragment`${amount} <= ${bound}`;
  }
}

export const transactionAmount = defineCondition({
  type: 'transaction_amount',
  operators: AMOUNT_OPERATORS,
  compile: (operator, value) => {
    // Anything but a number is refused at save; a row older than that check reads as zero.
    const bound = value !== null && isDecimal(value) ? value.trim() : '0';
    return compare(operator, fragment`abs(t.amount)`, fragment`${bound}::numeric`);
  },
});
