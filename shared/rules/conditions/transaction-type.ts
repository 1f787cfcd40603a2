import { defineCondition } from '../condition-type.ts';
import { fragment, negate, TRUE, type Fragment } from '../fragment.ts';
import { checkOneOf } from '../values.ts';

const VALUES = ['income', 'expense', 'transfer'];

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
  summary: 'Income, expense (zero included) or transfer between own accounts.',
  operators: ['=', '!='],
  checkValue: (value) => checkOneOf(value, VALUES),
  compile: (operator, value) => (operator === '!=' ? negate(hasType(value)) : hasType(value)),
});
