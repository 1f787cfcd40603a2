import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { readingAll, useWrite } from '../../app/queries.ts';
import { followRun } from '../../app/runs.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { useLookups } from '../../parts/lookups.ts';
import type { Lookups } from '../../parts/lookups.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { draftOf } from './draft.ts';
import { inOrder, risesFor } from './order.ts';
import { Suggestions } from './suggestions.tsx';
import { useRulesTexts } from './texts.ts';
import { useWords } from './words.ts';

type Rule = Schemas['Rule'];

/** The rules in the order in which they run, and those that were learned from edits. */
export function RulesPage() {
  const t = useRulesTexts();
  const lookups = useLookups();
  const rules = useQuery(readingAll('/rules', {}, ['rule']));
  const runAll = useWrite(
    () => client.post('/rule_runs', {}),
    ['rule_run'],
    ({ data }) => void followRun(data, t('all_rules')).catch(() => undefined),
  );
  const add = <ButtonLink to="/rules/new">{t('new')}</ButtonLink>;
  const actions = (
    <>
      <Button variant="default" loading={runAll.isPending} onClick={() => runAll.mutate()}>
        {t('run_all')}
      </Button>
      {add}
    </>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={rules.data?.length ? actions : null}>
      <Suggestions lookups={lookups} />
      <Loaded query={rules}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('empty')} action={add}>
              {t('empty_about')}
            </EmptyState>
          ) : (
            <RuleList rules={rows} lookups={lookups} />
          )
        }
      </Loaded>
    </Page>
  );
}

function RuleList({ rules, lookups }: { rules: readonly Rule[]; lookups: Lookups }) {
  const t = useRulesTexts();
  const listed = inOrder(rules);
  const move = useWrite(
    async ([from, to]: readonly [number, number]) => {
      const moved = listed.toSpliced(from, 1).toSpliced(to, 0, ...listed.slice(from, from + 1));
      for (const { id, priority } of risesFor(moved, rules)) {
        await client.patch('/rules/{id}', { path: { id }, body: { priority } });
      }
    },
    ['rule'],
  );
  return (
    <Stack gap="xs" component="ol" m={0} p={0} aria-label={t('title')}>
      {listed.map((rule, at) => (
        <RuleRow
          key={rule.id}
          rule={rule}
          lookups={lookups}
          isFirst={at === 0}
          isLast={at === listed.length - 1}
          isMoving={move.isPending}
          move={(by) => move.mutate([at, at + by])}
        />
      ))}
    </Stack>
  );
}

function RuleRow({
  rule,
  lookups,
  isFirst,
  isLast,
  isMoving,
  move,
}: {
  rule: Rule;
  lookups: Lookups;
  isFirst: boolean;
  isLast: boolean;
  isMoving: boolean;
  move: (by: 1 | -1) => void;
}) {
  const t = useRulesTexts();
  const formats = useFormats();
  const words = useWords(lookups);
  const { id, active, effective_date: effective, stop } = rule;
  const path = { id };
  const draft = draftOf(rule);
  const name = rule.name ?? words.actions(draft);
  const setActive = useWrite(
    (next: boolean) => client.patch('/rules/{id}', { path, body: { active: next } }),
    ['rule'],
  );
  const run = useWrite(
    () => client.post('/rules/{id}/runs', { path }),
    ['rule_run'],
    ({ data }) => void followRun(data, name).catch(() => undefined),
  );
  const remove = useWrite(() => client.delete('/rules/{id}', { path }), ['rule']);
  const quiet = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;
  const notes = [
    effective !== null && t('since', { day: formats.day(effective) }),
    stop && t('stops'),
  ].filter((note) => note !== false);
  return (
    <Paper withBorder p="sm" component="li" aria-label={name} style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <TextLink to="/rules/$id" params={{ id }} fw={600}>
            {name}
          </TextLink>
          <Text size="sm" {...(!active && { c: 'dimmed' })}>
            {t('when')}: {words.conditions(draft)}
          </Text>
          {rule.name !== null && (
            <Text size="sm" {...(!active && { c: 'dimmed' })}>
              {words.actions(draft)}
            </Text>
          )}
          {notes.length > 0 && (
            <Text size="xs" c="dimmed">
              {notes.join(' · ')}
            </Text>
          )}
        </div>
        <Switch
          aria-label={t('active_label', { name })}
          checked={active}
          disabled={setActive.isPending}
          onChange={(event) => setActive.mutate(event.currentTarget.checked)}
        />
      </Group>
      <Group gap={4} mt={6} ml={-8}>
        <Button {...quiet} loading={run.isPending} onClick={() => run.mutate()}>
          {t('run')}
        </Button>
        <Button {...quiet} disabled={isFirst || isMoving} onClick={() => move(-1)}>
          {t('earlier')}
        </Button>
        <Button {...quiet} disabled={isLast || isMoving} onClick={() => move(1)}>
          {t('later')}
        </Button>
        <AskFirst
          size="compact-sm"
          question={t('delete_sure')}
          loading={remove.isPending}
          onSure={() => remove.mutate()}
        >
          {t('delete')}
        </AskFirst>
      </Group>
    </Paper>
  );
}
