import { Grid, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PRIORITY_MAX, validateRule } from '#preflight/rules/validate-rule';
import { client, formats, texts, useReading } from '../../app/index.ts';
import { act, ButtonLink } from '../../parts/actions.tsx';
import { Outdated, useDraft } from '../../parts/draft.tsx';
import { Fields } from '../../parts/form.tsx';
import { Loaded, Note, Page, Section } from '../../parts/page.tsx';
import { Amount, noted, Rows } from '../../parts/rows.tsx';
import { Actions, Conditions } from './conditions.tsx';
import { type Draft, draftOf, newDraft, useWords } from './draft.ts';

const t = texts('rules');

export default function RulePage() {
  const { id } = useParams({ strict: false });
  const { from } = useSearch({ strict: false });
  if (id !== undefined) return <Saved id={id} />;
  return from === undefined ? <Builder draft={newDraft()} /> : <FromTransaction id={from} />;
}

function Saved({ id }: { id: string }) {
  return (
    <Loaded page={t('edit')} query={useReading('/rules/{id}', { path: { id } })}>
      {({ data, etag }) => <Builder key={id} saved={{ id, ifMatch: etag }} draft={draftOf(data)} />}
    </Loaded>
  );
}

function FromTransaction({ id }: { id: string }) {
  const path = { id };
  const changes = useReading('/transactions/{id}/changes', { path, query: { per_page: 100 } });
  return (
    <Loaded page={t('new')} query={useReading('/transactions/{id}', { path })}>
      {({ data }) => (
        <Loaded page={t('new')} query={changes}>
          {(log) => <Builder draft={newDraft(data, log.data)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface BuilderProps {
  saved?: { id: string; ifMatch: string | undefined };
  draft: Draft;
}

function Builder({ saved, draft: first }: BuilderProps) {
  const navigate = useNavigate();
  const [begun] = useState(first);
  const edited = useDraft(saved ? first : begun);
  const { values: draft } = edited;
  const set = (part: Partial<Draft>): void => edited.set((before) => ({ ...before, ...part }));
  const isValid = validateRule(draft).faults.length === 0;
  const save = () =>
    saved === undefined
      ? client.post('/rules', { body: draft })
      : client.patch('/rules/{id}', {
          path: { id: saved.id },
          body: draft,
          ifMatch: saved.ifMatch,
        });
  const then = () => navigate({ to: '/app/rules' });
  const actions = (
    <>
      <ButtonLink to="/app/rules">{t('cancel')}</ButtonLink>
      {act(t('save'), save, { variant: 'filled', disabled: !isValid, then })}
    </>
  );
  return (
    <Page title={t(saved ? 'edit' : 'new')} about={t('edit_about')} actions={actions}>
      <Outdated of={edited} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Section isBoxed title={t('when')}>
              <Conditions
                conditions={draft.conditions}
                onChange={(conditions) => set({ conditions })}
              />
            </Section>
            <Section isBoxed title={t('then')}>
              <Actions actions={draft.actions} onChange={(changed) => set({ actions: changed })} />
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

/** Shows what the rule would do now, as the service's own engine computes it; there is no preview of an invalid rule. */
function Preview({ draft, isValid }: { draft: Draft; isValid: boolean }) {
  const [rule] = useDebouncedValue(draft, TYPING_MS);
  const { change } = useWords();
  const preview = useQuery({
    queryKey: ['rule-preview', rule],
    queryFn: ({ signal }) =>
      client.post('/rules/preview', { body: { rule, sample_size: SAMPLE }, signal }),
    enabled: isValid && rule === draft,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isNow = rule === draft && !preview.isPlaceholderData;
  return (
    <Section isBoxed title={t('preview')}>
      {isValid ? (
        <Loaded query={preview}>
          {({ data }) => (
            <Stack gap="sm" style={{ opacity: isNow ? 1 : 0.6 }} aria-busy={!isNow}>
              <div role="status">
                <Text fw={600}>{t('matches', { count: data.matched_count })}</Text>
                <Note>
                  {t('changes', { count: data.modified_count })} {!data.complete && t('incomplete')}
                </Note>
              </div>
              <Rows
                label={t('sample')}
                head={[t('transaction'), t('amount')]}
                endsFrom={1}
                rows={data.sample}
                cells={({ transaction: { name, date, amount, currency }, changes }) => [
                  noted(name, formats.recentDay(date), ...changes.map(change)),
                  <Amount value={amount} currency={currency} signed />,
                ]}
              />
            </Stack>
          )}
        </Loaded>
      ) : (
        <Note>{t('fill_in')}</Note>
      )}
    </Section>
  );
}
