import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  client,
  followRun,
  type Schemas,
  formats,
  useReading,
  useReadingAll,
  texts,
  useWrite,
} from '../../app/index.ts';
import {
  Act,
  ButtonLink,
  EmptyState,
  Loaded,
  Note,
  Page,
  Rows,
  Section,
  TextLink,
} from '../../parts/index.ts';
import { draftOf, inOrder, risesFor, useWords } from './draft.ts';
import { Suggestions } from './suggestions.tsx';

const t = texts('rules');

type Rule = Schemas['Rule'];

/** The rules in the order in which they run, and those that were learned from edits. */
export default function RulesPage() {
  const rules = useReadingAll('/rules', {}, ['rule']);
  const add = (
    <ButtonLink variant="filled" to="/rules/new">
      {t('new')}
    </ButtonLink>
  );
  const actions = (
    <>
      <Act
        call={() => client.post('/rule_runs', {})}
        changes={['rule_run']}
        then={({ data }) => followRun(data, t('all_rules'))}
      >
        {t('run_all')}
      </Act>
      {add}
    </>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={rules.data?.length ? actions : null}>
      <Suggestions />
      <Loaded query={rules}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('empty')} action={add}>
              {t('empty_about')}
            </EmptyState>
          ) : (
            <>
              <RuleList rules={rows} />
              <RuleRuns rules={rows} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function RuleList({ rules }: { rules: readonly Rule[] }) {
  const [dragged, setDragged] = useState<string | null>(null);
  const words = useWords();
  const listed = inOrder(rules);
  const move = useWrite(
    async ([id, to]: readonly [string, number]) => {
      const others = listed.filter((rule) => rule.id !== id);
      const moved = others.toSpliced(to, 0, ...listed.filter((rule) => rule.id === id));
      for (const { id, priority } of risesFor(moved, rules)) {
        await client.patch('/rules/{id}', { path: { id }, body: { priority } });
      }
    },
    ['rule'],
  );
  return (
    <Stack gap="xs" component="ol" m={0} p={0} aria-label={t('title')}>
      {listed.map((rule, at) => (
        <Paper
          key={rule.id}
          withBorder
          p="sm"
          component="li"
          aria-label={rule.name ?? words.actions(draftOf(rule))}
          style={{ listStyle: 'none', cursor: 'grab', opacity: dragged === rule.id ? 0.5 : 1 }}
          draggable={!move.isPending}
          onDragStart={() => setDragged(rule.id)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => dragged !== null && dragged !== rule.id && move.mutate([dragged, at])}
        >
          <RuleWords rule={rule}>
            <Button
              {...QUIET}
              disabled={at === 0 || move.isPending}
              onClick={() => move.mutate([rule.id, at - 1])}
            >
              {t('earlier')}
            </Button>
            <Button
              {...QUIET}
              disabled={at === listed.length - 1 || move.isPending}
              onClick={() => move.mutate([rule.id, at + 1])}
            >
              {t('later')}
            </Button>
          </RuleWords>
        </Paper>
      ))}
    </Stack>
  );
}

const QUIET = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;

interface OneRule {
  rule: Rule;
  /** What changes its place. */
  children: ReactNode;
}

/** What a rule does, in words, and what can be done with it. */
function RuleWords({ rule, children }: OneRule) {
  const words = useWords();
  const { id, active, effective_date: effective, stop } = rule;
  const path = { id };
  const draft = draftOf(rule);
  const name = rule.name ?? words.actions(draft);
  const setActive = useWrite(
    (next: boolean) => client.patch('/rules/{id}', { path, body: { active: next } }),
    ['rule'],
  );
  const colour = active ? {} : { c: 'dimmed' };
  const notes = [
    effective !== null && t('since', { day: formats.day(effective) }),
    stop && t('stops'),
  ].filter((note) => note !== false);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <TextLink to="/rules/$id" params={{ id }} fw={600} draggable={false}>
            {name}
          </TextLink>
          <Text size="sm" {...colour}>
            {t('when')}: {words.conditions(draft)}
          </Text>
          {rule.name !== null && (
            <Text size="sm" {...colour}>
              {words.actions(draft)}
            </Text>
          )}
          {notes.length > 0 && <Note size="xs">{notes.join(' · ')}</Note>}
        </div>
        <Switch
          aria-label={t('active_label', { name })}
          checked={active}
          disabled={setActive.isPending}
          onChange={(event) => setActive.mutate(event.currentTarget.checked)}
        />
      </Group>
      <Group gap={4} mt={6} ml={-8}>
        <Act
          {...QUIET}
          call={() => client.post('/rules/{id}/runs', { path })}
          changes={['rule_run']}
          then={({ data }) => followRun(data, name)}
        >
          {t('run')}
        </Act>
        {children}
        <Act
          size="compact-sm"
          ask={t('delete_sure')}
          call={() => client.delete('/rules/{id}', { path })}
          changes={['rule']}
        >
          {t('delete')}
        </Act>
      </Group>
    </>
  );
}

/** What rules did of late. */
function RuleRuns({ rules }: { rules: readonly Rule[] }) {
  const runs = useReading('/rule_runs', { query: { per_page: 10 } }, ['rule_run']);
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  if (!runs.data?.data.length) return null;
  return (
    <Section title={t('runs')}>
      <Rows
        label={t('runs')}
        head={(['begun', 'rule', 'status', 'matched', 'modified'] as const).map((name) =>
          t(`run_head.${name}`),
        )}
        endsFrom={3}
        rows={runs.data.data.map((run) => ({
          key: run.id,
          cells: [
            formats.instant(run.created_at),
            run.rule_id === null ? t('all_rules') : (names.get(run.rule_id) ?? t('gone')),
            run.error?.message ?? t(`run_status.${run.status}`),
            formats.number(run.transactions_queued),
            formats.number(run.transactions_modified),
          ],
        }))}
      />
    </Section>
  );
}
