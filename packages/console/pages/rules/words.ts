import { takesValue } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { formats, texts } from '../../app/index.ts';
import { useLookups } from '../../parts/index.ts';
import type { Action, Condition, Draft } from './draft.ts';

const t = texts('rules');

/** What the registry says of a value; conditions and actions have the same. */
export type Valued = Partial<
  Pick<NonNullable<ReturnType<typeof conditionTypes.get>>, 'reference' | 'choices' | 'decimal'>
>;
export type Choice = 'income' | 'expense' | 'transfer' | 'Other';

/** Says rules in words. */
export function useWords() {
  const { accounts, categories, merchants, tags, areRead } = useLookups();
  const names = new Map(
    [...accounts, ...categories, ...merchants, ...tags].map(({ id, name }) => [id, name]),
  );

  const nameOf = (id: string): string => names.get(id) ?? (areRead ? t('gone') : '…');

  /** A value as people know it; ids within a text are replaced by names. */
  function value(text: string | number | null | undefined, type: Valued = {}): string {
    if (text === null || text === undefined || text === '' || text === '[]') return t('nothing');
    if (type.reference !== undefined) return nameOf(String(text));
    if (type.choices !== undefined) return t(`choice.${text as Choice}`);
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
    /** A value of the change log. */
    logged: (text: string | null): string => text?.replace(UUID, nameOf) || t('nothing'),
    conditions: ({ conditions }: Pick<Draft, 'conditions'>): string =>
      conditions.length === 0
        ? t('always')
        : conditions.map((one) => condition(one)).join(t('and')),
    actions: ({ actions }: Pick<Draft, 'actions'>): string => actions.map(action).join(' · '),
  };
}

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
