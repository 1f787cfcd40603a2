import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import {
  client,
  followRun,
  formats,
  type Schemas,
  texts,
  useReading,
  useReadingAll,
  useWrite,
} from '../../app/index.ts';
import {
  actsOn,
  ButtonLink,
  EmptyState,
  Loaded,
  Note,
  Page,
  Section,
  Sheet,
  TextLink,
} from '../../parts/index.ts';
import { draftOf, inOrder, risesFor, useWords } from './draft.ts';

const t = texts('rules');
const act = actsOn('rule', 'rule_run');

type Rule = Schemas['Rule'];

/** Follows the run that a button begins. */
const followAs = (name: string) => ({
  then: ({ data }: { data: Schemas['RuleRun'] }) => followRun(data, name),
});

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
      {act(t('run_all'), () => client.post('/rule_runs', {}), followAs(t('all_rules')))}
      {add}
    </>
  );
  const empty = (
    <EmptyState title={t('empty')} action={add}>
      {t('empty_about')}
    </EmptyState>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={rules.data?.length ? actions : null}>
      <Suggestions />
      <Loaded query={rules} empty={empty}>
        {(rows) => (
          <>
            <RuleList rules={rows} />
            <RuleRuns rules={rows} />
          </>
        )}
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
  // A rule that is moved in the page loses the focus, and with it the keyboard's place.
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [listed.map(({ id }) => id).join()]);
  const moveButton = (text: string, id: string, to: number) => {
    const isOff = move.isPending || to < 0 || to === listed.length;
    const press = (event: { currentTarget: HTMLElement }): void => {
      if (isOff) return;
      pressed.current = event.currentTarget;
      move.mutate([id, to], { onError: () => (pressed.current = null) });
    };
    // One that is disabled would lose the focus too.
    const look = { ...QUIET, ...(isOff && { 'data-disabled': true }), 'aria-disabled': isOff };
    return (
      <Button {...look} onClick={press}>
        {text}
      </Button>
    );
  };
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
            {moveButton(t('earlier'), rule.id, at - 1)}
            {moveButton(t('later'), rule.id, at + 1)}
          </RuleWords>
        </Paper>
      ))}
    </Stack>
  );
}

const QUIET = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;

interface RuleWordsProps {
  rule: Rule;
  /** What changes its place. */
  children: ReactNode;
}

/** What a rule does, in words, and what can be done with it. */
function RuleWords({ rule, children }: RuleWordsProps) {
  const words = useWords();
  const { id, active, effective_date: effective, stop } = rule;
  const path = { id };
  const draft = draftOf(rule);
  const name = rule.name ?? words.actions(draft);
  const setActive = useWrite(
    (next: boolean) => client.patch('/rules/{id}', { path, body: { active: next } }),
    ['rule'],
  );
  const run = () => client.post('/rules/{id}/runs', { path });
  const remove = () => client.delete('/rules/{id}', { path });
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
          <Text size="sm" {...colour}>
            {rule.name !== null && words.actions(draft)}
          </Text>
          <Note size="xs">{notes.join(' · ')}</Note>
        </div>
        <Switch
          aria-label={t('active_label', { name })}
          checked={active}
          disabled={setActive.isPending}
          onChange={(event) => setActive.mutate(event.currentTarget.checked)}
        />
      </Group>
      <Group gap={4} mt={6} ml={-8}>
        {act(t('run'), run, { ...QUIET, ...followAs(name) })}
        {children}
        {act(t('delete'), remove, { size: 'compact-sm', ask: t('delete_sure') })}
      </Group>
    </>
  );
}

/** What rules did of late. */
function RuleRuns({ rules }: { rules: readonly Rule[] }) {
  const runs = useReading('/rule_runs', { query: { per_page: 10 } }, ['rule_run']).data?.data ?? [];
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  const head = ['begun', 'rule', 'status', 'matched', 'modified'] as const;
  return (
    <Sheet
      title={t('runs')}
      head={head.map((name) => t(`run_head.${name}`))}
      endsFrom={3}
      rows={runs}
      cells={(run) => [
        formats.instant(run.created_at),
        run.rule_id === null ? t('all_rules') : (names.get(run.rule_id) ?? t('gone')),
        run.error?.message ?? t(`run_status.${run.status}`),
        formats.number(run.transactions_queued),
        formats.number(run.transactions_modified),
      ]}
    />
  );
}

const decide = actsOn('rule', 'rule_suggestion');

/** Rules that would have done what people did by hand. Without one, or when they cannot be read, nothing is shown. */
function Suggestions() {
  const suggestions = useReading('/rule_suggestions', {}, ['rule_suggestion']).data?.data ?? [];
  if (suggestions.length === 0) return null;
  return (
    <Section title={t('suggested')} about={t('suggested_about')}>
      <Stack gap="xs">
        {suggestions.map((suggestion) => (
          <Suggestion key={suggestion.id} of={suggestion} />
        ))}
      </Stack>
    </Section>
  );
}

function Suggestion({ of }: { of: Schemas['RuleSuggestion'] }) {
  const words = useWords();
  const { id, rule, hit_count: hits, contradiction_count: wrong, other_count: others } = of;
  const path = { id };
  const draft = { ...rule, conditions: rule.conditions ?? [] };
  const accept = () => client.post('/rule_suggestions/{id}/accept', { path });
  const dismiss = () => client.post('/rule_suggestions/{id}/dismiss', { path });
  return (
    <Paper withBorder p="sm" component="article" aria-label={words.actions(draft)}>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm">
            {t('when')}: {words.conditions(draft)}
          </Text>
          <Text size="sm" fw={600}>
            {words.actions(draft)}
          </Text>
          <Note size="xs">
            {t('right', { hits: formats.number(hits), all: formats.number(hits + wrong) })}
            {others > 0 && ` · ${t('others', { count: others, shown: formats.number(others) })}`}
          </Note>
        </div>
        <Group gap="xs">
          {decide(t('accept'), accept, { variant: 'filled' })}
          {decide(t('dismiss'), dismiss)}
        </Group>
      </Group>
    </Paper>
  );
}
