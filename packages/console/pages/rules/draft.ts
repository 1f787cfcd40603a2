import { GROUP_OPERATORS, takesValue } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { formats, type Schemas, texts } from '../../app/index.ts';
import { type Transaction, useLookups } from '../../parts/lookups.ts';

const t = texts('rules');

export type Condition = Schemas['NewRuleCondition'];
export type Action = Schemas['NewRuleAction'];
type Kind = Condition['condition_type'];
type Changes = readonly Schemas['TransactionChange'][];
export type Draft = Omit<Schemas['NewRule'], 'conditions'> & {
  readonly conditions: readonly Condition[];
};

/** The kinds in the registry, with the names of the generated types. */
export const CONDITION_KINDS = [...conditionTypes.keys()] as Exclude<Kind, typeof COMPOUND>[];
export const ACTION_KINDS = [...actionTypes.values()]
  .filter(({ unavailable }) => unavailable === undefined)
  .map(({ type }) => type as Action['action_type']);

export const operatorsOf = (kind: Kind): readonly Condition['operator'][] =>
  kind === COMPOUND ? GROUP_OPERATORS : (conditionTypes.get(kind)?.operators ?? []);

export function newCondition(kind: Kind): Condition {
  const operator = operatorsOf(kind)[0] ?? '=';
  if (kind !== COMPOUND) return { condition_type: kind, operator, value: null };
  const sub_conditions = [newCondition('transaction_name'), newCondition('transaction_name')];
  return { condition_type: kind, operator: 'or', value: null, sub_conditions };
}

/** An empty rule, or one that gives similar transactions the category of `from`: it matches the name that the bank sends. */
export function newDraft(from?: Transaction, changes: Changes = []): Draft {
  const name = from?.name ?? null;
  const renamed = changes.findLast(
    ({ attribute, source }) => attribute === 'name' && source !== 'provider',
  );
  return {
    resource_type: 'transaction',
    name,
    active: true,
    effective_date: null,
    priority: 0,
    stop: false,
    conditions: [{ ...newCondition('transaction_name'), value: renamed?.old_value ?? name }],
    actions: [{ action_type: 'set_transaction_category', value: from?.category_id ?? null }],
  };
}

/** Casts a stored rule for the builder: its kinds are those of the registry. */
export const draftOf = (rule: Schemas['Rule']): Draft => rule as unknown as Draft;

export const withAt = <T>(list: readonly T[], at: number, member: T | null): T[] =>
  list.toSpliced(at, 1, ...(member === null ? [] : [member]));

/** What the registry says about a value; the same for conditions and actions. */
export type Valued = Partial<
  Pick<NonNullable<ReturnType<typeof conditionTypes.get>>, 'reference' | 'choices' | 'decimal'>
>;
export type ChoiceWord = 'income' | 'expense' | 'transfer' | 'Other';

type Change = Schemas['RulePreview']['sample'][number]['changes'][number];

export function useWords() {
  const { nameOf, named } = useLookups();

  function value(text: string | number | null | undefined, type: Valued = {}): string {
    if (text === null || text === undefined || text === '' || text === '[]') return t('nothing');
    if (type.reference !== undefined) return nameOf(String(text));
    if (type.choices !== undefined) return t(`choice.${text as ChoiceWord}`);
    return type.decimal === true ? formats.number(text) : t('quoted', { text });
  }

  function condition(one: Condition, isWithin = false): string {
    const { condition_type: kind, operator, sub_conditions: members = [] } = one;
    if (kind === COMPOUND) {
      const joined = members
        .map((member) => condition(member, true))
        .join(t(operator === 'or' ? 'or' : 'and'));
      return isWithin || members.length < 2 ? joined : `(${joined})`;
    }
    const what = `${t(`condition.${kind}`)} ${t(`operator.${operator}`)}`;
    return takesValue(operator) ? `${what} ${value(one.value, conditionTypes.get(kind))}` : what;
  }

  function action({ action_type: kind, value: to }: Action): string {
    const type = actionTypes.get(kind);
    const what = t(`action.${kind}`);
    return type?.value === null ? what : `${what}: ${value(to, type)}`;
  }

  return {
    /** Describes what a rule would change in a transaction. */
    change: ({ action_type: kind, old_value: from, new_value: to, locked }: Change): string => {
      const values = [from, to].map((text) => named(text ?? '') || t('nothing'));
      const what =
        to === 'true' ? t(`action.${kind as Action['action_type']}`) : values.join(' → ');
      return locked ? `${what} (${t('locked')})` : what;
    },
    conditions: ({ conditions }: Pick<Draft, 'conditions'>): string =>
      conditions.length === 0
        ? t('always')
        : conditions.map((one) => condition(one)).join(t('and')),
    actions: ({ actions }: Pick<Draft, 'actions'>): string => actions.map(action).join(' · '),
  };
}
