import { Button, CloseButton, Group, Select, Stack, TextInput } from '@mantine/core';
import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { GROUP_OPERATORS, takesValue } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { texts } from '../../app/index.ts';
import { useKeyboardsPlace } from '../../parts/actions.tsx';
import { AmountInput } from '../../parts/amount-input.tsx';
import { Fields, type FieldsProps } from '../../parts/form.tsx';
import { categoryOptions, choices, toOptions, useLookups } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import { type Action, ACTION_KINDS, type ChoiceWord, type Condition } from './draft.ts';
import { CONDITION_KINDS, newCondition, operatorsOf, type Valued, withAt } from './draft.ts';

const t = texts('rules');

interface ConditionsProps {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
  isGroup?: boolean;
}

/** A list of conditions; a group cannot contain another group. */
export function Conditions({ conditions, onChange, isGroup = false }: ConditionsProps) {
  const add = (label: string, kind: Condition['condition_type']) => (
    <Button
      disabled={conditions.length >= CONDITIONS_MAX}
      onClick={() => onChange([...conditions, newCondition(kind)])}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="xs">
      {conditions.length === 0 && <Note>{t(isGroup ? 'no_members' : 'no_conditions')}</Note>}
      {conditions.map((condition, at) => {
        const One = condition.condition_type === COMPOUND ? ConditionGroup : ConditionLine;
        const change = (changed: Condition | null) => onChange(withAt(conditions, at, changed));
        return <One key={at} condition={condition} onChange={change} />;
      })}
      <Group gap="xs">
        {add(t('add_condition'), 'transaction_name')}
        {!isGroup && add(t('add_group'), COMPOUND)}
      </Group>
    </Stack>
  );
}

interface OneProps {
  condition: Condition;
  /** Null removes the condition. */
  onChange: (condition: Condition | null) => void;
}

function ConditionLine({ condition, onChange }: OneProps) {
  const { condition_type: kind, operator } = condition;
  return (
    <Line
      label={t('a_condition')}
      remove={() => onChange(null)}
      of={{
        condition_type: choice(t('what'), CONDITION_KINDS, (one) => t(`condition.${one}`)),
        operator: choice(t('how'), operatorsOf(kind), (one) => t(`operator.${one}`)),
        ...(takesValue(operator) && { value: valueOf(conditionTypes.get(kind)) }),
      }}
      values={condition}
      set={({ condition_type: other, ...part }) =>
        onChange(other ? newCondition(other) : { ...condition, ...part })
      }
    />
  );
}

function ConditionGroup({ condition, onChange }: OneProps) {
  const set = (part: Partial<Condition>) => onChange({ ...condition, ...part });
  return (
    <Stack gap="xs" p="sm" bd="1px solid var(--line)" role="group" aria-label={t('group')}>
      <Line
        label={t('joined')}
        remove={() => onChange(null)}
        of={{ operator: choice(t('joined'), GROUP_OPERATORS, (one) => t(`operator.${one}`)) }}
        values={condition}
        set={set}
      />
      <Conditions
        isGroup
        conditions={condition.sub_conditions ?? []}
        onChange={(members) => set({ sub_conditions: members })}
      />
    </Stack>
  );
}

const newAction = (kind: Action['action_type']): Action => ({ action_type: kind, value: null });

interface ActionsProps {
  actions: readonly Action[];
  onChange: (actions: Action[]) => void;
}

export function Actions({ actions, onChange }: ActionsProps) {
  const used = actions.map(({ action_type: kind }) => kind);
  const next = ACTION_KINDS.find((kind) => !used.includes(kind));
  const line = (action: Action, at: number) => {
    const { action_type: kind } = action;
    const type = actionTypes.get(kind);
    const change = (changed: Action | null) => onChange(withAt(actions, at, changed));
    const kinds = ACTION_KINDS.filter((one) => one === kind || !used.includes(one));
    return (
      <Line
        key={kind}
        label={t(`action.${kind}`)}
        remove={actions.length > 1 && (() => change(null))}
        of={{
          action_type: choice(t('what_to_do'), kinds, (one) => t(`action.${one}`)),
          ...(type?.value !== null && { value: valueOf(type) }),
        }}
        values={action}
        set={({ action_type: other, ...part }) =>
          change(other ? newAction(other) : { ...action, ...part })
        }
      />
    );
  };
  return (
    <Stack gap="xs" align="flex-start">
      {actions.map(line)}
      {next !== undefined && (
        <Button onClick={() => onChange([...actions, newAction(next)])}>{t('add_action')}</Button>
      )}
    </Stack>
  );
}

interface LineProps<Values> extends FieldsProps<Values> {
  label: string;
  /** False if it cannot be removed. */
  remove: (() => void) | false;
}

const Line = <Values extends object>(props: LineProps<Values>) => {
  const { label, remove, ...fields } = props;
  useKeyboardsPlace();
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" w="100%" role="group" aria-label={label}>
      <Group gap="xs" align="flex-start" flex={1}>
        <Fields {...fields} />
      </Group>
      <CloseButton
        aria-label={t('remove', { what: label })}
        disabled={!remove}
        onClick={() => remove && remove()}
      />
    </Group>
  );
};

const choice = <Value extends string>(
  label: string,
  values: readonly Value[],
  say: (value: Value) => string,
) => ({
  input: Select,
  'aria-label': label,
  data: choices(values, say),
  flex: '1 1 150px',
  miw: 0,
});

const valueOf = (type: Valued | undefined) => ({ input: ValueInput, type });

interface ValueProps {
  type: Valued | undefined;
  value: string | number | null;
  onChange: (value: unknown) => void;
}

function ValueInput({ type = {}, value, onChange }: ValueProps) {
  const { accounts, categories, merchants, tags, nameOf } = useLookups();
  const text = String(value ?? '');
  const common = { 'aria-label': t('value'), flex: '1 1 180px', miw: 0 };
  const { reference, choices: fixed, decimal: isNumber = false } = type;
  if (reference === undefined && fixed === undefined) {
    const Input = isNumber ? AmountInput : TextInput;
    const placeholder = t(isNumber ? 'number' : 'text');
    return <Input {...common} {...{ maxLength: 1000, placeholder, value: text, onChange }} />;
  }
  const options = {
    account: () => toOptions(accounts),
    category: () => categoryOptions(categories),
    merchant: () => toOptions(merchants),
    tag: () => toOptions(tags),
    fixed: () => choices((fixed ?? []) as ChoiceWord[], (one) => t(`choice.${one}`)),
  };
  const data = options[reference ?? 'fixed']();
  const isGone = text !== '' && !data.some((option) => option.value === text);
  return (
    <Select
      {...common}
      searchable
      selectFirstOptionOnChange
      placeholder={t('choose')}
      data={isGone ? [...data, { value: text, label: nameOf(text) }] : data}
      value={text || null}
      onChange={onChange}
    />
  );
}
