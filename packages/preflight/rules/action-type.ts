import type { ReferenceKind } from './rule.ts';

/** Columns of `transactions` that an action may set; each is also the name of its lock. */
export type SettableColumn =
  'category_id' | 'merchant_id' | 'name' | 'excluded' | 'investment_activity_label';

/** What an action does, as data. */
export type ActionEffect =
  /** Set one column, where it differs, for every matched row. */
  | { readonly kind: 'set'; readonly column: SettableColumn; readonly value: string | true }
  /** Add one tag and keep the others. */
  | { readonly kind: 'add_tag'; readonly tagId: string }
  /** Pair the row with its counterpart in another account of the household. */
  | { readonly kind: 'transfer'; readonly accountId: string }
  /** The value cannot name an existing record: no row is touched. */
  | { readonly kind: 'none' };

/**
 * One kind of action. A file in actions/ and its line in `registry.ts` are all that a new kind needs,
 * as long as one of the effects above expresses it.
 */
export interface ActionType {
  /** Name on the wire; the file is named after it. */
  readonly type: string;
  /** What it does, in one sentence, for docs and API document. */
  readonly summary: string;
  /** What the value is; null for actions that take none. */
  readonly value: string | null;
  /** Set when the value is the id of a record of the household. */
  readonly reference?: ReferenceKind;
  /** Set when the value must be one of these. */
  readonly choices?: readonly string[];
  /** Set when the service lacks what the action needs: the reason for refusing to save it. */
  readonly unavailable?: string;
  /** Returns what is wrong with a value, or null. Absent for actions without a value. */
  checkValue?(value: string): string | null;
  compile(value: string | null): ActionEffect;
}
