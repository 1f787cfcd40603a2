import { GROUP_OPERATORS } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { validateRule } from '#preflight/rules/validate-rule';
import { type Schemas } from '../../app/index.ts';

export type Condition = Schemas['NewRuleCondition'];
export type Action = Schemas['NewRuleAction'];
export type Kind = Condition['condition_type'];
export type Draft = Omit<Schemas['NewRule'], 'conditions'> & {
  readonly conditions: readonly Condition[];
};

/** The kinds that the registry has, as the generated types name them. */
export const CONDITION_KINDS = [...conditionTypes.keys()] as Exclude<Kind, typeof COMPOUND>[];
export const ACTION_KINDS = [...actionTypes.values()]
  .filter(({ unavailable }) => unavailable === undefined)
  .map(({ type }) => type as Action['action_type']);

export const operatorsOf = (kind: Kind): readonly Condition['operator'][] =>
  kind === COMPOUND ? GROUP_OPERATORS : (conditionTypes.get(kind)?.operators ?? []);

/** A condition of a kind, before anything is filled in. */
export function newCondition(kind: Kind): Condition {
  const operator = operatorsOf(kind)[0] ?? '=';
  if (kind !== COMPOUND) return { condition_type: kind, operator, value: null };
  const sub_conditions = [newCondition('transaction_name'), newCondition('transaction_name')];
  return { condition_type: kind, operator: 'or', value: null, sub_conditions };
}

/** A rule in which nothing is filled in, or what makes of other transactions what this one is. */
export function newDraft(from?: Schemas['Transaction']): Draft {
  const name = from?.name ?? null;
  return {
    resource_type: 'transaction',
    name,
    active: true,
    effective_date: null,
    priority: 0,
    stop: false,
    conditions: [{ ...newCondition('transaction_name'), value: name }],
    actions: [{ action_type: 'set_transaction_category', value: from?.category_id ?? null }],
  };
}

/** A stored rule as the builder takes it: its kinds are those of the registry. */
export const draftOf = (rule: Schemas['Rule']): Draft => rule as unknown as Draft;

/** What keeps a draft from being saved, by its place: `conditions[0].value`. */
export const faultsOf = (draft: Draft): ReadonlyMap<string, string> =>
  new Map(validateRule(draft).faults.map(({ path, message }) => [path, message]));

/** A list with one of its members replaced, or left out where there is none in its place. */
export const withAt = <T>(list: readonly T[], at: number, member: T | null): T[] =>
  list.toSpliced(at, 1, ...(member === null ? [] : [member]));
