import { defineCondition, not } from './condition-type.ts';
import type { CompiledCondition, ConditionType, ExactField, RowPart } from './condition-type.ts';
import type { RowState } from './row-state.ts';
import type { ReferenceKind } from './rule.ts';
import { isUuid } from '../uuid.ts';
import { checkId } from './values.ts';

const REFERENCE_OPERATORS = ['=', '!=', 'is_null', 'is_not_null'] as const;

/** How a condition checks the records that a row refers to. */
interface ReferenceCondition {
  readonly reference: ReferenceKind;
  readonly type: string;
  readonly summary: string;
  readonly field: ExactField;
  /** Whether the row refers to the record; `id` is in lower case. */
  readonly has: (state: RowState, id: string) => boolean;
  readonly hasAny: (state: RowState) => boolean;
  readonly needs?: RowPart;
}

/**
 * A condition on the records that a row refers to. An id that cannot exist matches no row, so a rule whose record was
 * deleted does nothing instead of failing.
 */
export function referenceCondition(condition: ReferenceCondition): ConditionType {
  const { reference, type, summary, field, has, hasAny, needs } = condition;
  const is = (value: string | null): CompiledCondition => {
    if (value === null || !isUuid(value)) return { test: () => false, triggers: [] };
    const id = value.toLowerCase();
    return { test: (state) => has(state, id), triggers: [{ field, equals: id }] };
  };
  return defineCondition({
    type,
    summary,
    operators: REFERENCE_OPERATORS,
    reference,
    ...(needs === undefined ? {} : { needs }),
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
