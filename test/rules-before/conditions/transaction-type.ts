import { defineCondition } from '../define-condition.ts';
import { fragment, negate, TRUE, type Fragment } from '../fragment.ts';

const isTransfer = fragment`t.kind in ('funds_movement', 'cc_payment', 'loan_payment', 'investment_contribution')`;

/** Money in is positive; a zero amount counts as an expense. */
function hasType(value: string | null): Fragment {
  switch (value) {
    case 'income':
      return fragment`t.amount > 0 and not (${isTransfer})`;
    case 'expense':
      return fragment`t.amount <= 0 and not (${isTransfer})`;
    case 'transfer':
      return isTransfer;
    default:
      // Refused at save; a row older than that check filters nothing.
      return TRUE;
  }
}

export const transactionType = defineCondition({
  type: 'transaction_type',
  operators: ['=', '!='],
  compile: (operator, value) => (operator === '!=' ? negate(hasType(value)) : hasType(value)),
});
