import { Button, CloseButton, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { takesValue } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { texts } from '../../app/index.ts';
import { categoryOptions, choices, toOptions, useLookups } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import {
  type Action,
  ACTION_KINDS,
  type ChoiceWord,
  type Condition,
  CONDITION_KINDS,
  newCondition,
  operatorsOf,
  type Valued,
  withAt,
} from './draft.ts';

const t = texts('rules');

interface Common {
  /** What keeps the rule from being saved, by its place. */
  faults: ReadonlyMap<string, string>;
  /** Where it lies in the rule, as faults name it. */
  path: string;
}

interface ConditionsProps extends Common {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
  isGroup?: boolean;
}

/** A list of conditions; groups are one level deep. */
export function Conditions({ conditions, onChange, isGroup = false, ...common }: ConditionsProps) {
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
        return (
          <One
            key={at}
            {...common}
            path={`${common.path}[${at}]`}
            condition={condition}
            onChange={(changed) => onChange(withAt(conditions, at, changed))}
          />
        );
      })}
      <Group gap="xs">
        {add(t('add_condition'), 'transaction_name')}
        {!isGroup && add(t('add_group'), COMPOUND)}
      </Group>
    </Stack>
  );
}

interface OneProps extends Common {
  condition: Condition;
  /** Null: it goes. */
  onChange: (condition: Condition | null) => void;
}

function ConditionLine({ condition, onChange, faults, path }: OneProps) {
  const { condition_type: kind, operator, value = null } = condition;
  return (
    <Line
      label={t('a_condition')}
      removeLabel={t('remove_condition')}
      remove={() => onChange(null)}
    >
      <Choice
        label={t('what')}
        data={choices(CONDITION_KINDS, (one) => t(`condition.${one}`))}
        value={kind}
        onChange={(chosen) => onChange(newCondition(chosen))}
      />
      <Choice
        label={t('how')}
        data={choices(operatorsOf(kind), (one) => t(`operator.${one}`))}
        value={operator}
        onChange={(next) =>
          onChange({ ...condition, operator: next, value: takesValue(next) ? value : null })
        }
      />
      {takesValue(operator) && (
        <ValueInput
          type={conditionTypes.get(kind)}
          value={value}
          onChange={(entered) => onChange({ ...condition, value: entered })}
          error={faults.get(`${path}.value`)}
        />
      )}
    </Line>
  );
}

function ConditionGroup({ condition, onChange, path, faults }: OneProps) {
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('group')}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Choice
          label={t('joined')}
          data={choices(operatorsOf(COMPOUND), (one) => t(`operator.${one}`))}
          value={condition.operator}
          onChange={(operator) => onChange({ ...condition, operator })}
        />
        <CloseButton aria-label={t('remove_group')} onClick={() => onChange(null)} />
      </Group>
      <Conditions
        isGroup
        faults={faults}
        path={`${path}.sub_conditions`}
        conditions={condition.sub_conditions ?? []}
        onChange={(members) => onChange({ ...condition, sub_conditions: members })}
      />
    </Paper>
  );
}

interface ActionsProps extends Pick<Common, 'faults'> {
  actions: readonly Action[];
  onChange: (actions: Action[]) => void;
}

const newAction = (kind: Action['action_type']): Action => ({ action_type: kind, value: null });

/** What a rule does, in its order; each kind once. */
export function Actions({ actions, onChange, faults }: ActionsProps) {
  const used = actions.map(({ action_type: kind }) => kind);
  const next = ACTION_KINDS.find((kind) => !used.includes(kind));
  return (
    <Stack gap="xs" align="flex-start">
      {actions.map((action, at) => {
        const { action_type: kind, value } = action;
        const type = actionTypes.get(kind);
        const change = (changed: Action | null) => onChange(withAt(actions, at, changed));
        const kinds = ACTION_KINDS.filter((one) => one === kind || !used.includes(one));
        return (
          <Line
            key={kind}
            label={t(`action.${kind}`)}
            removeLabel={t('remove_action')}
            remove={actions.length > 1 && (() => change(null))}
          >
            <Choice
              label={t('what_to_do')}
              data={choices(kinds, (one) => t(`action.${one}`))}
              value={kind}
              onChange={(chosen) => change(newAction(chosen))}
            />
            {type?.value !== null && (
              <ValueInput
                type={type}
                value={value}
                onChange={(entered) => change({ ...action, value: entered })}
                error={faults.get(`actions[${at}].value`)}
              />
            )}
          </Line>
        );
      })}
      {next !== undefined && (
        <Button onClick={() => onChange([...actions, newAction(next)])}>{t('add_action')}</Button>
      )}
    </Stack>
  );
}

interface LineProps {
  label: string;
  removeLabel: string;
  /** False: it must stay. */
  remove: (() => void) | false;
  children: ReactNode;
}

/** The fields of a condition or an action, and what removes it. */
const Line = ({ label, removeLabel, remove, children }: LineProps) => (
  <Group gap="xs" align="flex-start" w="100%" role="group" aria-label={label}>
    {children}
    <CloseButton aria-label={removeLabel} disabled={!remove} onClick={() => remove && remove()} />
  </Group>
);

interface ChoiceProps<Value extends string> {
  label: string;
  data: { value: Value; label: string }[];
  value: Value;
  /** Another one is chosen. */
  onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, onChange, ...field }: ChoiceProps<Value>) => (
  <Select
    {...field}
    aria-label={label}
    flex="1 1 150px"
    miw={0}
    allowDeselect={false}
    onChange={(chosen) => chosen !== null && chosen !== field.value && onChange(chosen)}
  />
);

interface ValueProps {
  type: Valued | undefined;
  value: string | number | null | undefined;
  onChange: (value: string | null) => void;
  /** What is wrong with it, in the service's words; shown once something is entered. */
  error: string | undefined;
}

/** The field for a value, by what the registry says of its kind. */
function ValueInput({ type = {}, value, onChange, error }: ValueProps) {
  const { accounts, categories, merchants, tags, areRead } = useLookups();
  const text = String(value ?? '');
  const common = { 'aria-label': t('value'), flex: '1 1 180px', miw: 0 };
  const { reference, choices: fixed, decimal: isNumber = false } = type;
  if (reference === undefined && fixed === undefined) {
    return (
      <TextInput
        {...common}
        inputMode={isNumber ? 'decimal' : 'text'}
        maxLength={1000}
        placeholder={t(isNumber ? 'number' : 'text')}
        value={text}
        onChange={({ currentTarget: { value: entered } }) =>
          onChange(isNumber ? entered.replace(',', '.') : entered)
        }
        error={text !== '' && error !== undefined && (isNumber ? t('no_number') : error)}
      />
    );
  }
  const options = {
    account: () => toOptions(accounts),
    category: () => categoryOptions(categories),
    merchant: () => toOptions(merchants),
    tag: () => toOptions(tags),
    fixed: () => choices((fixed ?? []) as ChoiceWord[], (choice) => t(`choice.${choice}`)),
  };
  const data = options[reference ?? 'fixed']();
  const isGone = text !== '' && !data.some((option) => option.value === text);
  return (
    <Select
      {...common}
      searchable
      selectFirstOptionOnChange
      limit={100}
      placeholder={t('choose')}
      data={isGone ? [...data, { value: text, label: areRead ? t('gone') : '…' }] : data}
      value={text || null}
      onChange={onChange}
    />
  );
}
