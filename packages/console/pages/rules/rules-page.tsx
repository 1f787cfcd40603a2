import { Box, Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { inRunOrder, risesFor } from '#preflight/rules/run-order';
import { client, followRun, formats, type Schemas, texts } from '../../app/index.ts';
import { MayWrite, queryClient, useReading, useReadingAll, useWrite } from '../../app/queries.ts';
import { act, ButtonLink, TextLink } from '../../parts/actions.tsx';
import { faultWords } from '../../parts/fault-words.ts';
import { EmptyState, Loaded, Page, Section } from '../../parts/page.tsx';
import { noted, Sheet } from '../../parts/rows.tsx';
import { type Draft, draftOf, useWords } from './draft.ts';

const t = texts('rules');

type Rule = Schemas['Rule'];

const followAs = (name: string) => ({
  then: ({ data }: { data: Schemas['RuleRun'] }) => followRun(data, name),
});

export default function RulesPage() {
  const rules = useReadingAll('/rules');
  const add = use(MayWrite) && (
    <ButtonLink variant="filled" to="/app/rules/new">
      {t('new')}
    </ButtonLink>
  );
  const actions = (
    <>
      {act(t('run_all'), () => client.post('/rule_runs', {}), followAs(t('all_rules')))}
      {add}
    </>
  );
  const empty = <EmptyState title={t('empty')} text={t('empty_about')} action={add} />;
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
  const mayWrite = use(MayWrite);
  const words = useWords();
  const nameOf = (rule: Rule) => rule.name ?? words.actions(draftOf(rule));
  const listed = inRunOrder(rules);
  const move = useWrite(async ([id, to]: readonly [string, number]) => {
    const others = listed.filter((rule) => rule.id !== id);
    const moved = others.toSpliced(to, 0, ...listed.filter((rule) => rule.id === id));
    for (const { id, priority } of risesFor(moved, rules)) {
      await client.patch('/rules/{id}', { path: { id }, body: { priority } });
    }
  });
  // Moving a rule in the page takes the focus from its button, so it is restored. A disabled button would lose it, too.
  const pressed = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [listed.map(({ id }) => id).join()]);
  const moveButton = (text: string, rule: Rule, to: number) => {
    const label = `${text}: ${nameOf(rule)}`;
    const isOff = !mayWrite || move.isPending || to < 0 || to === listed.length;
    const press = (event: { currentTarget: HTMLElement }): void => {
      if (isOff) return;
      pressed.current = event.currentTarget;
      move.mutate([rule.id, to], { onError: () => (pressed.current = null) });
    };
    return (
      <Button aria-label={label} {...QUIET} {...(isOff && OFF)} onClick={press}>
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
          aria-label={nameOf(rule)}
          style={{ listStyle: 'none', cursor: 'grab', opacity: dragged === rule.id ? 0.5 : 1 }}
          draggable={mayWrite && !move.isPending}
          onDragStart={() => setDragged(rule.id)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => dragged !== null && dragged !== rule.id && move.mutate([dragged, at])}
        >
          <ListedRule rule={rule} name={nameOf(rule)}>
            {moveButton(t('earlier'), rule, at - 1)}
            {moveButton(t('later'), rule, at + 1)}
          </ListedRule>
        </Paper>
      ))}
    </Stack>
  );
}

const OFF = { 'aria-disabled': true, 'data-disabled': true } as const;
const QUIET = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;

interface WordsProps {
  title: ReactNode;
  rule: Draft;
  notes: readonly (string | false)[];
}

function Words({ title, rule, notes }: WordsProps) {
  const words = useWords();
  return (
    <Box miw={0} flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
      {title}
      <Text size="sm">
        {t('when')}: {words.conditions(rule)}
      </Text>
      {noted(<Text size="sm">{rule.name && words.actions(rule)}</Text>, ...notes)}
    </Box>
  );
}

function ListedRule({ rule, name, children }: { rule: Rule; name: string; children: ReactNode }) {
  const { id, active, effective_date: effective, stop } = rule;
  const path = { id };
  const setActive = useWrite((next: boolean) =>
    client.patch('/rules/{id}', { path, body: { active: next } }),
  );
  const run = () => client.post('/rules/{id}/runs', { path });
  const remove = () => client.delete('/rules/{id}', { path });
  const ask = t('delete_sure', { name });
  const title = (
    <TextLink to="/app/rules/$id" params={path} fw={600} draggable={false}>
      {name}
    </TextLink>
  );
  const since = effective !== null && t('since', { day: formats.day(effective) });
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Words title={title} rule={draftOf(rule)} notes={[since, stop && t('stops')]} />
        <Switch
          aria-label={t('active_label', { name })}
          checked={active}
          disabled={!use(MayWrite) || setActive.isPending}
          onChange={(event) => setActive.mutate(event.currentTarget.checked)}
        />
      </Group>
      <Group gap={4} mt={6} ml={-8}>
        {act(t('run'), run, { ...QUIET, ...followAs(name), label: `${t('run')}: ${name}` })}
        {children}
        {act(t('delete'), remove, { size: 'compact-sm', label: `${t('delete')}: ${name}`, ask })}
      </Group>
    </>
  );
}

function RuleRuns({ rules }: { rules: readonly Rule[] }) {
  const runs = useReading('/rule_runs', { query: { per_page: 10 } }).data?.data ?? [];
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
        run.error ? faultWords(run.error) : t(`run_status.${run.status}`),
        formats.number(run.transactions_queued),
        formats.number(run.transactions_modified),
      ]}
    />
  );
}

/** Refetches the suggestions after a decision. Other writes do not: suggestions are slow to compute. */
const readAgain = () => queryClient.invalidateQueries({ queryKey: ['/rule_suggestions'] });

/** Suggested rules that would have done what people did by hand. Renders nothing if there are none or they cannot be read. */
function Suggestions() {
  const suggestions = useReading('/rule_suggestions', {}).data?.data ?? [];
  if (suggestions.length === 0) return null;
  return (
    <Section title={t('suggested')} about={t('suggested_about')}>
      {suggestions.map((suggestion) => (
        <Suggestion key={suggestion.id} of={suggestion} />
      ))}
    </Section>
  );
}

function Suggestion({ of }: { of: Schemas['RuleSuggestion'] }) {
  const words = useWords();
  const { id, rule, hit_count: hits, contradiction_count: wrong, other_count: others } = of;
  const path = { id };
  const draft = { ...rule, name: null, conditions: rule.conditions ?? [] };
  const accept = () => client.post('/rule_suggestions/{id}/accept', { path });
  const dismiss = () => client.post('/rule_suggestions/{id}/dismiss', { path });
  const title = (
    <Text size="sm" fw={600}>
      {words.actions(draft)}
    </Text>
  );
  const notes = [
    t('right', { hits, all: hits + wrong }),
    others > 0 && t('others', { count: others }),
  ];
  return (
    <Paper withBorder p="sm" mb="xs" component="article" aria-label={words.actions(draft)}>
      <Group justify="space-between" gap="sm">
        <Words title={title} rule={draft} notes={notes} />
        <Group gap="xs">
          {act(t('accept'), accept, { variant: 'filled', then: readAgain })}
          {act(t('dismiss'), dismiss, { then: readAgain })}
        </Group>
      </Group>
    </Paper>
  );
}
