import { defineCondition } from '../define-condition.ts';
import { fragment, negate, type Fragment } from '../fragment.ts';
import { containsAnyCase, TEXT_OPERATORS } from '../text-condition.ts';
import type { TextOperator } from '../text-condition.ts';

/** The details as one text, keys included: the shape is the provider's, so no path is known. */
const details = fragment`t.extra::text`;
const isEmpty = fragment`(t.extra is null or t.extra = '{}'::jsonb)`;

function compileDetails(operator: TextOperator, value: string | null): Fragment {
  const part = fragment`${value ?? ''}::text`;
  switch (operator) {
    case 'like':
      return containsAnyCase(details, part);
    case 'not_like':
      return negate(containsAnyCase(details, part));
    case '=':
      return fragment`strpos(${details}, ${part}) > 0`;
    case '!=':
      return negate(fragment`strpos(${details}, ${part}) > 0`);
    case 'is_null':
      return isEmpty;
    case 'is_not_null':
      return negate(isEmpty);
  }
}

export const transactionDetails = defineCondition({
  type: 'transaction_details',
  operators: TEXT_OPERATORS,
  compile: compileDetails,
});
