import { defineCondition, not, type CompiledCondition } from '../condition-type.ts';
import { lowerCase } from '../fold-text.ts';
import {
  containsAnyCase,
  isPresent,
  TEXT_OPERATORS,
  type TextOperator,
} from '../text-condition.ts';
import { checkText } from '../values.ts';

/** The provider decides the shape, so no path is known: the details are searched as one text, including keys. */
function contains(part: string): CompiledCondition {
  const wanted = lowerCase(part);
  return {
    test: (state) => state.text('details')?.includes(part) ?? false,
    ...(part === '' ? {} : { triggers: [{ field: 'details', contains: wanted }] }),
  };
}

/** An empty object counts as no details. */
const HAS_DETAILS: CompiledCondition = {
  test: (state) => state.text('details') !== '{}' && isPresent('details').test(state),
};

function compileDetails(operator: TextOperator, value: string | null): CompiledCondition {
  const part = value ?? '';
  switch (operator) {
    case 'like':
      return containsAnyCase('details', part);
    case 'not_like':
      return not(containsAnyCase('details', part));
    case '=':
      return contains(part);
    case '!=':
      return not(contains(part));
    case 'is_null':
      return not(HAS_DETAILS);
    case 'is_not_null':
      return HAS_DETAILS;
  }
}

export const transactionDetails = defineCondition({
  type: 'transaction_details',
  summary:
    'What the provider says: merchant, description and further fields, searched as JSON, keys included; `=` is a case-sensitive search.',
  operators: TEXT_OPERATORS,
  needs: 'details',
  checkValue: checkText,
  compile: compileDetails,
});
