import { Button, CloseButton, Group, Paper, Select, Stack } from '@mantine/core';
import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { takesValue } from '#preflight/rules/operators';
import { conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { texts } from '../../app/index.ts';
import { Note } from '../../parts/index.ts';
import { CONDITION_KINDS, newCondition, operatorsOf, withAt } from './draft.ts';
import type { Condition } from './draft.ts';
import { ValueInput } from './value-input.tsx';

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
