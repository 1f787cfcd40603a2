import { FALSE, fragment, negate, type Fragment } from './fragment.ts';
import { defineCondition } from './define-condition.ts';
import type { ConditionType } from './define-condition.ts';
import { isUuid } from '../../shared/uuid.ts';

export const REFERENCE_OPERATORS = ['=', '!=', 'is_null', 'is_not_null'] as const;
type ReferenceOperator = (typeof REFERENCE_OPERATORS)[number];

/**
 * The meaning of the select operators over an id column of `t`. An id that cannot exist matches no
 * row, so a rule whose record was deleted does nothing instead of failing.
 */
function compileReference(
  column: Fragment,
  operator: ReferenceOperator,
  value: string | null,
): Fragment {
  const equals = isUuid(value ?? '') ? fragment`${column} = ${value ?? ''}::uuid` : FALSE;
  switch (operator) {
    case '=':
      return equals;
    case '!=':
      return negate(equals);
    case 'is_null':
      return fragment`${column} is null`;
    case 'is_not_null':
      return fragment`${column} is not null`;
  }
}

/** A condition on an id column of `t`. */
export function referenceCondition(type: string, column: Fragment): ConditionType {
  return defineCondition({
    type,
    operators: REFERENCE_OPERATORS,
    compile: (operator, value) => compileReference(column, operator, value),
  });
}
