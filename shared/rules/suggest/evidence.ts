import type { RowState, RuleRow } from '#preflight/rules/row-state';
import type { RuleAction } from '#preflight/rules/rule';

/** Attributes that people can edit and that an action can set. */
export const LEARNED = ['category_id', 'merchant_id', 'tag_ids', 'name', 'excluded'] as const;
export type LearnedAttribute = (typeof LEARNED)[number];

/** The value that a person gave an attribute; for tags a list of ids. */
export type EditedValue = string | boolean | readonly string[];

/** A transaction as rules would have found it, and how people then edited it. */
export interface Example {
  readonly row: RuleRow;
  readonly edits: ReadonlyMap<LearnedAttribute, EditedValue>;
}

/** An example prepared for rules, with the parts of its name that may identify the payee. */
export interface Met extends Example {
  readonly state: RowState;
  readonly spans: readonly string[];
}

/** What a suggestion would do: one action and the attribute it sets. */
export interface Target {
  readonly attribute: LearnedAttribute;
  readonly action: RuleAction;
}

const ACTIONS: Readonly<Record<LearnedAttribute, string>> = {
  category_id: 'set_transaction_category',
  merchant_id: 'set_transaction_merchant',
  tag_ids: 'set_transaction_tags',
  name: 'set_transaction_name',
  excluded: 'exclude_transaction',
};

/** The actions that would make at least `min` of these edits, most frequent first. Values that people reset have none. */
export function listTargets(examples: readonly Example[], min: number): Target[] {
  const found = new Map<string, Target & { count: number }>();
  for (const { edits } of examples) {
    for (const [attribute, edited] of edits) {
      for (const value of settable(edited)) {
        const action = { actionType: ACTIONS[attribute], value };
        const count = (found.get(`${attribute} ${value}`)?.count ?? 0) + 1;
        found.set(`${attribute} ${value}`, { attribute, action, count });
      }
    }
  }
  return [...found.values()].filter(({ count }) => count >= min).sort((a, b) => b.count - a.count);
}

/** Whether the person made the same edit as the action; null: this attribute is no evidence. */
export function agrees({ attribute, action }: Target, { edits }: Example): boolean | null {
  const edited = edits.get(attribute);
  return edited === undefined ? null : settable(edited).includes(action.value);
}

function settable(edited: EditedValue): readonly (string | null)[] {
  if (typeof edited === 'boolean') return edited ? [null] : [];
  return typeof edited === 'string' ? [edited] : edited;
}
