import { FALSE, fragment, negate, type Fragment } from './fragment.ts';
import type { Operator } from './operators.ts';
import { isUuid } from './values.ts';

export const REFERENCE_OPERATORS = ['=', '!=', 'is_null', 'is_not_null'] as const;

/**
 * The meaning of the select operators over an id column of `t`. An id that cannot exist matches no
 * row, so a rule whose record was deleted does nothing instead of failing.
 */
export function compileReference(
  column: Fragment,
  operator: Operator,
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
    default:
      throw new RangeError(`Select conditions have no operator '${operator}'.`);
  }
}
