import { defineCondition, not } from './condition-type.ts';
import type { CompiledCondition, ConditionType, ExactField } from './condition-type.ts';
import type { RowState } from './row-state.ts';
import { isUuid } from '../uuid.ts';
import { checkId } from './values.ts';

const REFERENCE_OPERATORS = ['=', '!=', 'is_null', 'is_not_null'] as const;

/** How a condition checks the records that a row refers to. */
interface ReferenceCondition extends Omit<ConditionType, 'operators' | 'checkValue' | 'compile'> {
  readonly field: ExactField;
  /** Whether the row refers to the record; `id` is in lower case. */
  readonly has: (state: RowState, id: string) => boolean;
  readonly hasAny: (state: RowState) => boolean;
}

/**
 * A condition on the records that a row refers to. An id that cannot exist matches no row, so a rule whose record was
 * deleted does nothing instead of failing.
 */
export function referenceCondition({
  field,
  has,
  hasAny,
  ...condition
}: ReferenceCondition): ConditionType {
  const is = (value: string | null): CompiledCondition => {
    if (value === null || !isUuid(value)) return { test: () => false, triggers: [] };
    const id = value.toLowerCase();
    return { test: (state) => has(state, id), triggers: [{ field, equals: id }] };
  };
  return defineCondition({
    ...condition,
    operators: REFERENCE_OPERATORS,
    checkValue: checkId,
    compile: (operator, value) => {
      switch (operator) {
        case '=':
          return is(value);
        case '!=':
          return not(is(value));
        case 'is_null':
          return not({ test: hasAny });
        case 'is_not_null':
          return { test: hasAny };
      }
    },
  });
}
