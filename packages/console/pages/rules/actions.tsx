import { Button, CloseButton, Group, Select, Stack } from '@mantine/core';
import { actionTypes } from '#preflight/rules/registry';
import { texts } from '../../app/index.ts';
import { ACTION_KINDS, withAt } from './draft.ts';
import type { Action } from './draft.ts';
import { ValueInput } from './value-input.tsx';

const t = texts('rules');

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
