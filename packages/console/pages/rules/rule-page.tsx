import { Grid, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PRIORITY_MAX } from '#preflight/rules/validate-rule';
import { client, formats, type Schemas, texts, useReading } from '../../app/index.ts';
import { act, ButtonLink } from '../../parts/actions.tsx';
import { Fields } from '../../parts/form.tsx';
import { Loaded, Note, Page, Section } from '../../parts/page.tsx';
import { Amount } from '../../parts/rows.tsx';
import { Actions, Conditions } from './conditions.tsx';
import { type Action, type Draft, draftOf, faultsOf, newDraft, useWords } from './draft.ts';

const t = texts('rules');

/** A rule that is saved, or a new one, made of a transaction where the address names one. */
export default function RulePage() {
  const { id } = useParams({ strict: false });
  const { from } = useSearch({ strict: false });
  if (id !== undefined) return <Saved id={id} />;
  return from === undefined ? <Builder draft={newDraft()} /> : <FromTransaction id={from} />;
}

function Saved({ id }: { id: string }) {
  return (
    <Loaded query={useReading('/rules/{id}', { path: { id } })}>
      {({ data }) => (
        // What somebody else saved meanwhile replaces what is shown.
        <Builder key={id + data.updated_at} id={id} draft={draftOf(data)} />
      )}
    </Loaded>
  );
}

function FromTransaction({ id }: { id: string }) {
  return (
    <Loaded query={useReading('/transactions/{id}', { path: { id } })}>
      {({ data }) => <Builder draft={newDraft(data)} />}
    </Loaded>
  );
}

function Builder({ id, draft: first }: { id?: string; draft: Draft }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(first);
  const set = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const faults = faultsOf(draft);
  const isValid = faults.size === 0;
  const save = () =>
    id === undefined
      ? client.post('/rules', { body: draft })
      : client.patch('/rules/{id}', { path: { id }, body: draft });
  const then = () => void navigate({ to: '/rules' });
  const actions = (
    <>
      <ButtonLink to="/rules">{t('cancel')}</ButtonLink>
      {act(t('save'), save, { variant: 'filled', disabled: !isValid, then })}
    </>
  );
  return (
    <Page title={t(id === undefined ? 'new' : 'edit')} about={t('edit_about')} actions={actions}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Section isBoxed title={t('when')}>
              <Conditions
                faults={faults}
                path="conditions"
                conditions={draft.conditions}
                onChange={(conditions) => set({ conditions })}
              />
            </Section>
            <Section isBoxed title={t('then')}>
              <Actions
                faults={faults}
                actions={draft.actions}
                onChange={(changed) => set({ actions: changed })}
              />
            </Section>
            <Section isBoxed title={t('more')}>
              <Stack gap="sm">
                <Fields of={further()} values={draft} set={set} />
              </Stack>
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Preview draft={draft} isValid={isValid} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** The fields besides conditions and actions. */
const further = () => ({
  name: { label: t('name'), maxLength: 255 },
  active: { input: Switch, label: t('active'), description: t('active_about') },
  stop: { input: Switch, label: t('stop'), description: t('stop_about') },
  effective_date: { type: 'date', label: t('effective'), description: t('effective_about') },
  priority: {
    input: NumberInput,
    label: t('priority'),
    description: t('priority_about'),
    allowDecimal: false,
    min: -PRIORITY_MAX,
    max: PRIORITY_MAX,
  },
});

const TYPING_MS = 350;
const SAMPLE = 10;
const counted = (count: number) => ({ count, shown: formats.number(count) });

/** What the rule would do now, by the service's own engine; a rule that cannot be saved has no such answer. */
function Preview({ draft, isValid }: { draft: Draft; isValid: boolean }) {
  const [rule] = useDebouncedValue(draft, TYPING_MS);
  const preview = useQuery({
    queryKey: ['/rules/preview', rule],
    queryFn: ({ signal }) =>
      client.post('/rules/preview', { body: { rule, sample_size: SAMPLE }, signal }),
    enabled: isValid && rule === draft,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { types: ['rule_run'] },
  });
  const isNow = rule === draft && !preview.isPlaceholderData;
  return (
    <Section isBoxed title={t('preview')}>
      {isValid ? (
        <Loaded query={preview}>
          {({ data }) => (
            <Stack gap="sm" style={{ opacity: isNow ? 1 : 0.6 }} aria-busy={!isNow}>
              <div role="status">
                <Text fw={600}>{t('matches', counted(data.matched_count))}</Text>
                <Note>
                  {t('changes', counted(data.modified_count))} {!data.complete && t('incomplete')}
                </Note>
              </div>
              <Sample sample={data.sample} />
            </Stack>
          )}
        </Loaded>
      ) : (
        <Note>{t('fill_in')}</Note>
      )}
    </Section>
  );
}

function Sample({ sample }: { sample: Schemas['RulePreview']['sample'] }) {
  const { logged } = useWords();
  return (
    <Stack gap="xs" component="ol" m={0} p={0} aria-label={t('sample')}>
      {sample.map(({ transaction, changes }) => (
        <li key={transaction.id} style={{ listStyle: 'none' }}>
          <Text size="sm" style={{ display: 'flex', gap: 8 }} component="div">
            <Text span inherit flex={1} truncate>
              {transaction.name}
            </Text>
            <Amount value={transaction.amount} currency={transaction.currency} signed />
          </Text>
          <Note size="xs">
            {formats.recentDay(transaction.date)}
            {changes.map(
              ({ attribute, action_type: kind, old_value: from, new_value: to, locked }) => (
                <span key={attribute}>
                  {' · '}
                  {to === 'true'
                    ? t(`action.${kind as Action['action_type']}`)
                    : `${logged(from)} → ${logged(to)}`}
                  {locked && ` (${t('locked')})`}
                </span>
              ),
            )}
          </Note>
        </li>
      ))}
    </Stack>
  );
}
