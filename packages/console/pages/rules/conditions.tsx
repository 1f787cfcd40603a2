import { Button, CloseButton, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { takesValue } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { texts } from '../../app/index.ts';
import { categoryOptions, type Lookups, Note, toOptions, useLookups } from '../../parts/index.ts';
import {
  type Action,
  ACTION_KINDS,
  type Choice,
  type Condition,
  CONDITION_KINDS,
  newCondition,
  operatorsOf,
  type Valued,
  withAt,
} from './draft.ts';

const t = texts('rules');

interface Common {
  faults: ReadonlyMap<string, string>;
  /** Where it lies in the rule, as faults name it. */
  path: string;
}

/** A list of conditions; groups are one level deep. */
export function Conditions({
  conditions,
  onChange,
  isGroup = false,
  ...common
}: Common & {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
  isGroup?: boolean;
}) {
  const isFull = conditions.length >= CONDITIONS_MAX;
  const add = (kind: Condition['condition_type']) => onChange([...conditions, newCondition(kind)]);
  return (
    <Stack gap="xs">
      {conditions.length === 0 && <Note>{t(isGroup ? 'no_members' : 'no_conditions')}</Note>}
      {conditions.map((condition, at) => {
        const props = {
          ...common,
          path: `${common.path}[${at}]`,
          condition,
          onChange: (changed: Condition | null) => onChange(withAt(conditions, at, changed)),
        };
        return condition.condition_type === COMPOUND ? (
          <ConditionGroup key={at} {...props} />
        ) : (
          <Row key={at} {...props} />
        );
      })}
      <Group gap="xs">
        <Button disabled={isFull} onClick={() => add('transaction_name')}>
          {t('add_condition')}
        </Button>
        {!isGroup && (
          <Button disabled={isFull} onClick={() => add(COMPOUND)}>
            {t('add_group')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface One extends Common {
  condition: Condition;
  /** Null: it goes. */
  onChange: (condition: Condition | null) => void;
}

function Row({ condition, onChange, faults, path }: One) {
  const { condition_type: kind, operator, value } = condition;
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={t('a_condition')}>
      <Select
        aria-label={t('what')}
        flex="1 1 130px"
        miw={0}
        allowDeselect={false}
        data={CONDITION_KINDS.map((one) => ({ value: one, label: t(`condition.${one}`) }))}
        value={kind}
        onChange={(chosen) => {
          if (chosen !== kind) onChange(newCondition(chosen as typeof kind));
        }}
      />
      <Select
        aria-label={t('how')}
        flex="1 1 130px"
        miw={0}
        allowDeselect={false}
        data={operatorsOf(kind).map((one) => ({ value: one, label: t(`operator.${one}`) }))}
        value={operator}
        onChange={(chosen) => {
          const next = chosen as typeof operator;
          onChange({
            ...condition,
            operator: next,
            value: takesValue(next) ? (value ?? null) : null,
          });
        }}
      />
      {takesValue(operator) && (
        <ValueInput
          type={conditionTypes.get(kind) ?? {}}
          value={value}
          onChange={(entered) => onChange({ ...condition, value: entered })}
          error={faults.get(`${path}.value`)}
        />
      )}
      <CloseButton mt={1} aria-label={t('remove_condition')} onClick={() => onChange(null)} />
    </Group>
  );
}

function ConditionGroup({ condition, onChange, path, ...common }: One) {
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('group')}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Select
          aria-label={t('joined')}
          size="xs"
          allowDeselect={false}
          data={operatorsOf(COMPOUND).map((one) => ({ value: one, label: t(`operator.${one}`) }))}
          value={condition.operator}
          onChange={(chosen) =>
            onChange({ ...condition, operator: chosen as typeof condition.operator })
          }
        />
        <CloseButton aria-label={t('remove_group')} onClick={() => onChange(null)} />
      </Group>
      <Conditions
        {...common}
        isGroup
        path={`${path}.sub_conditions`}
        conditions={condition.sub_conditions ?? []}
        onChange={(members) => onChange({ ...condition, sub_conditions: members })}
      />
    </Paper>
  );
}

/** What a rule does, in its order; each kind once. */
export function Actions({
  actions,
  onChange,
  faults,
}: {
  actions: readonly Action[];
  onChange: (actions: Action[]) => void;
  faults: ReadonlyMap<string, string>;
}) {
  const free = ACTION_KINDS.filter((kind) => actions.every((one) => one.action_type !== kind));
  const [next] = free;
  return (
    <Stack gap="xs">
      {actions.map((action, at) => {
        const { action_type: kind, value } = action;
        const type = actionTypes.get(kind);
        const change = (changed: Action | null) => onChange(withAt(actions, at, changed));
        return (
          <Group
            key={kind}
            gap="xs"
            align="flex-start"
            role="group"
            aria-label={t(`action.${kind}`)}
          >
            <Select
              aria-label={t('what_to_do')}
              flex="1 1 220px"
              miw={0}
              allowDeselect={false}
              data={ACTION_KINDS.filter((one) => one === kind || free.includes(one)).map((one) => ({
                value: one,
                label: t(`action.${one}`),
              }))}
              value={kind}
              onChange={(chosen) => {
                if (chosen !== kind) change({ action_type: chosen as typeof kind, value: null });
              }}
            />
            {type?.value !== null && (
              <ValueInput
                type={type ?? {}}
                value={value}
                onChange={(entered) => change({ ...action, value: entered })}
                error={faults.get(`actions[${at}].value`)}
              />
            )}
            <CloseButton
              mt={1}
              aria-label={t('remove_action')}
              disabled={actions.length === 1}
              onClick={() => change(null)}
            />
          </Group>
        );
      })}
      {next !== undefined && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...actions, { action_type: next, value: null }])}
        >
          {t('add_action')}
        </Button>
      )}
    </Stack>
  );
}

/** The field for a value, by what the registry says of its kind. */
function ValueInput({
  type,
  value,
  onChange,
  error,
}: {
  type: Valued;
  value: string | number | null | undefined;
  onChange: (value: string | null) => void;
  /** What is wrong with it, in the service's words; shown once something is entered. */
  error: string | undefined;
}) {
  const lookups = useLookups();
  const text = value === null || value === undefined ? '' : String(value);
  const common = { 'aria-label': t('value'), flex: '1 1 180px', miw: 0 };
  if (type.reference !== undefined || type.choices !== undefined) {
    const options = type.choices?.map((choice) => ({
      value: choice,
      label: t(`choice.${choice as Choice}`),
    }));
    const data = options ?? recordsOf(type.reference ?? 'tag', lookups);
    const isGone = text !== '' && !data.some((option) => option.value === text);
    return (
      <Select
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        placeholder={t('choose')}
        data={isGone ? [...data, { value: text, label: lookups.areRead ? t('gone') : '…' }] : data}
        value={text === '' ? null : text}
        onChange={onChange}
      />
    );
  }
  const change = (entered: string) =>
    onChange(type.decimal === true ? entered.replace(',', '.') : entered);
  return (
    <TextInput
      {...common}
      {...(type.decimal === true && { inputMode: 'decimal' as const })}
      maxLength={1000}
      placeholder={t(type.decimal === true ? 'number' : 'text')}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      error={text !== '' && error !== undefined && (type.decimal ? t('no_number') : error)}
    />
  );
}

function recordsOf(kind: NonNullable<Valued['reference']>, lookups: Lookups) {
  switch (kind) {
    case 'account':
      return toOptions(lookups.accounts);
    case 'category':
      return categoryOptions(lookups.categories);
    case 'merchant':
      return toOptions(lookups.merchants);
    case 'tag':
      return toOptions(lookups.tags);
  }
}
