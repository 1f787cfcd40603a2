import type { Fragment } from './fragment.ts';
import type { Operator } from './operators.ts';
import type { ReferenceKind } from './rule.ts';

/**
 * One kind of condition. A file in conditions/ and its line in `registry.ts` are all that a new kind
 * needs: validation, the engine, the API document and the docs test read it from the registry.
 */
export interface ConditionType<Op extends Operator = Operator> {
  /** Name on the wire; the file is named after it. */
  readonly type: string;
  /** What it looks at, in one sentence, for docs and API document. */
  readonly summary: string;
  readonly operators: readonly Op[];
  /** Set when the value is the id of a record of the household. */
  readonly reference?: ReferenceKind;
  /** Returns what is wrong with a value, or null. Not asked for `is_null` and `is_not_null`. */
  checkValue(value: string): string | null;
  /**
   * A boolean SQL expression over `t`, the row of `transactions`. The value is null exactly for the
   * operators that take none.
   */
  compile(operator: Op, value: string | null): Fragment;
}

/** A kind of condition whose `compile` has to know its own operators and no others. */
export function defineCondition<const Op extends Operator>(
  condition: ConditionType<Op>,
): ConditionType {
  return condition;
}
