/** The only kind of record that rules work on. */
export const RESOURCE_TYPES = ['transaction'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The condition type that groups others; its members are one level below it. */
export const COMPOUND = 'compound';

/** A condition as it is saved and run. `subConditions` is empty unless the type is `compound`. */
export interface RuleCondition {
  readonly conditionType: string;
  readonly operator: string;
  readonly value: string | null;
  readonly subConditions: readonly RuleCondition[];
}

/** An action as it is saved and run. */
export interface RuleAction {
  readonly actionType: string;
  readonly value: string | null;
}

/** A rule without what only storage knows (id, household, timestamps). */
export interface RuleDraft {
  readonly name: string | null;
  readonly resourceType: ResourceType;
  readonly active: boolean;
  /** YYYY-MM-DD; the rule ignores transactions before that day. Null: there is no limit. */
  readonly effectiveDate: string | null;
  /** Rules of a higher priority run first; those of equal priority by age. */
  readonly priority: number;
  /** Later rules skip a transaction that this one matches. */
  readonly stop: boolean;
  readonly conditions: readonly RuleCondition[];
  readonly actions: readonly RuleAction[];
}

/** Kinds of records that a value can name by id; they must belong to the rule's household. */
export type ReferenceKind = 'account' | 'category' | 'merchant' | 'tag';
