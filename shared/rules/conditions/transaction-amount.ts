import { defineCondition } from '../condition-type.ts';
import { fragment, type Fragment } from '../fragment.ts';
import { isDecimal } from '../values.ts';

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
  summary: 'The amount without its sign, in the currency of the transaction.',
  operators: AMOUNT_OPERATORS,
  checkValue: (value) => (isDecimal(value) ? null : 'must be a decimal number such as 60 or 14.50'),
  compile: (operator, value) => {
    // Anything but a number is refused at save; a row older than that check reads as zero.
    const bound = value !== null && isDecimal(value) ? value.trim() : '0';
    return compare(operator, fragment`abs(t.amount)`, fragment`${bound}::numeric`);
  },
});
