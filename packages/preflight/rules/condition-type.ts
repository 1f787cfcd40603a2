import type { Operator } from './operators.ts';
import type { RowState, TextField } from './row-state.ts';
import type { ReferenceKind } from './rule.ts';

/** Whether a transaction meets a condition, given what earlier rules did to it. */
export type RowTest = (state: RowState) => boolean;

/** Fields that are looked up by their exact value. */
export type ExactField =
  'name' | 'notes' | 'amount' | 'account' | 'category_id' | 'merchant_id' | 'tag_ids';

/** What a row must have for a condition to hold, by which rows find their rules: a field's exact value, or a lower-case text in it. */
export type Trigger =
  | { readonly field: ExactField; readonly equals: string }
  | { readonly field: TextField; readonly contains: string };

/** Parts of a row that cost extra to read. */
export type RowPart = 'details' | 'tags';

/** A condition that is ready to test rows. */
export interface CompiledCondition {
  readonly test: RowTest;
  /** A row needs one of these to meet the test. Absent: any row may meet it. Empty: no row does. */
  readonly triggers?: readonly Trigger[];
}

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
  /** Set when the value must be one of these. */
  readonly choices?: readonly string[];
  /** Set when the value is a decimal number. */
  readonly decimal?: true;
  /** A part of the row that is read only when a rule asks for it. */
  readonly needs?: RowPart;
  /** Returns what is wrong with a value, or null. Not called for `is_null` and `is_not_null`. */
  checkValue(value: string): string | null;
  /** The value is null exactly for the operators that need none. */
  compile(operator: Op, value: string | null): CompiledCondition;
}

/** Defines a kind of condition whose `compile` only has to handle its own operators. */
export function defineCondition<const Op extends Operator>(
  condition: ConditionType<Op>,
): ConditionType {
  return condition;
}

/** The complement: exactly the rows that do not meet the condition. */
export function not({ test }: CompiledCondition): CompiledCondition {
  return { test: (state) => !test(state) };
}
