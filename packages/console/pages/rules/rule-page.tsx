import { Button, Grid, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PRIORITY_MAX } from '#preflight/rules/validate-rule';
import { client, useReading, texts, useWrite } from '../../app/index.ts';
import { ButtonLink, Loaded, Page, Section } from '../../parts/index.ts';
import { Actions } from './actions.tsx';
import { Conditions } from './conditions.tsx';
import { draftOf, faultsOf, newDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { Preview } from './preview.tsx';

const t = texts('rules');

/** A rule that is not saved yet, made of a transaction where the address names one. */
export function NewRulePage() {
  const { from } = useSearch({ from: '/shell/rules/new' });
  return from === undefined ? <Builder draft={newDraft()} /> : <FromTransaction id={from} />;
}

function FromTransaction({ id }: { id: string }) {
  const query = useReading('/transactions/{id}', { path: { id } }, []);
  if (query.data !== undefined) return <Builder draft={newDraft(query.data.data)} />;
  return (
    <Page title={t('new')}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

/** A rule that is saved. */
export function RulePage() {
  const { id } = useParams({ from: '/shell/rules/$id' });
  const query = useReading('/rules/{id}', { path: { id } }, ['rule']);
  if (query.data !== undefined) {
    const { data } = query.data;
    // What somebody else saved meanwhile replaces what is shown.
    return <Builder key={id + data.updated_at} id={id} draft={draftOf(data)} />;
  }
  return (
    <Page title={t('edit')}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function Builder({ id, draft: first }: { id?: string; draft: Draft }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(first);
  const set = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const faults = faultsOf(draft);
  const isValid = faults.size === 0;
  const save = useWrite(
    () =>
      id === undefined
        ? client.post('/rules', { body: draft })
        : client.patch('/rules/{id}', { path: { id }, body: draft }),
    ['rule'],
    () => void navigate({ to: '/rules' }),
  );
  const actions = (
    <>
      <ButtonLink to="/rules">{t('cancel')}</ButtonLink>
      <Button
        variant="filled"
        disabled={!isValid}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('save')}
      </Button>
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
              <Further draft={draft} set={set} />
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

function Further({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  return (
    <Stack gap="sm">
      <TextInput
        label={t('name')}
        maxLength={255}
        value={draft.name ?? ''}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Switch
        label={t('active')}
        description={t('active_about')}
        checked={draft.active ?? false}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <Switch
        label={t('stop')}
        description={t('stop_about')}
        checked={draft.stop ?? false}
        onChange={(event) => set({ stop: event.currentTarget.checked })}
      />
      <TextInput
        type="date"
        label={t('effective')}
        description={t('effective_about')}
        value={draft.effective_date ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ effective_date: value === '' ? null : value })
        }
      />
      <NumberInput
        label={t('priority')}
        description={t('priority_about')}
        allowDecimal={false}
        min={-PRIORITY_MAX}
        max={PRIORITY_MAX}
        value={draft.priority ?? 0}
        onChange={(value) => set({ priority: typeof value === 'number' ? value : 0 })}
      />
    </Stack>
  );
}
