import { Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { client, followRun, formats, type Schemas, texts, useReading } from '../../../app/index.ts';
import { act, ButtonLink } from '../../../parts/actions.tsx';
import { type Transaction, useLookups } from '../../../parts/lookups.ts';
import { EmptyState, ErrorState, Note, Page, Section, Waiting } from '../../../parts/page.tsx';
import { Amount } from '../../../parts/rows.tsx';
import { Badges } from '../list.tsx';

const t = texts('transactions');

const SOME = { query: { per_page: 50 } } as const;

/** Keeps the button busy until the run is over; what the run finds arrives by the feed. */
async function look({ data }: { data: Schemas['RuleRun'] }): Promise<void> {
  followRun(data, t('decide.search'));
  await client.waitFor(data);
  notifications.show({ message: t('decide.searched') });
}

export default function ReviewPage() {
  const doubles = useReading('/transaction_suggestions', SOME);
  const transfers = useReading('/transfer_suggestions', SOME);
  const accounts = useReading('/account_suggestions', SOME);
  const questions = [doubles, transfers, accounts];
  const isEmpty = questions.every(({ data }) => data?.data.length === 0);
  const failed = questions.find(({ error }) => error !== null);
  const again = () => questions.forEach((query) => void query.refetch());
  const search = () => client.post('/transfer_suggestions/refresh');
  return (
    <Page
      title={t('decide.title')}
      about={t('decide.about')}
      actions={
        <>
          {act(t('decide.search'), search, { then: look })}
          <ButtonLink to="/app/transactions">{t('decide.back')}</ButtonLink>
        </>
      }
    >
      {failed && <ErrorState error={failed.error} onAgain={again} />}
      {isEmpty && <EmptyState title={t('decide.empty')} text={t('decide.empty_text')} />}
      <Questions what="doubles" of={doubles} ask={double} />
      <Questions what="transfers" of={transfers} ask={transfer} />
      <Questions what="accounts" of={accounts} ask={sameAccount} />
    </Page>
  );
}

interface QuestionsProps<Row> {
  what: 'doubles' | 'transfers' | 'accounts';
  of: UseQueryResult<{ data: readonly Row[] }>;
  ask: (row: Row) => ReactNode;
}

function Questions<Row>({ what, of: { data, isPending }, ask }: QuestionsProps<Row>) {
  if (isPending) return <Waiting />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Section title={t(`decide.${what}`)} about={t(`decide.${what}_about`)}>
      {data.data.map(ask)}
    </Section>
  );
}

const LIKELY = { variant: 'filled' } as const;

function double({ id, transaction, candidates }: Schemas['TransactionSuggestion']) {
  const path = { id };
  const none = () => client.delete('/transaction_suggestions/{id}', { path });
  const accept = (candidate_id: string) => () =>
    client.post('/transaction_suggestions/{id}/accept', { path, body: { candidate_id } });
  return (
    <Question key={id} answers={act(t('decide.none'), none)}>
      <Line row={transaction} />
      {candidates.map((row) => (
        <Line key={row.id} row={row} answer={act(t('decide.same'), accept(row.id), LIKELY)} />
      ))}
    </Question>
  );
}

function transfer({ id, outflow, inflow }: Schemas['TransferSuggestion']) {
  const path = { id };
  const accept = () => client.post('/transfer_suggestions/{id}/accept', { path });
  const dismiss = () => client.post('/transfer_suggestions/{id}/dismiss', { path });
  const answers = [
    act(t('decide.is_transfer'), accept, LIKELY),
    act(t('decide.no_transfer'), dismiss),
  ];
  return (
    <Question key={id} answers={answers}>
      <Line row={outflow} />
      <Line row={inflow} />
    </Question>
  );
}

function sameAccount({ id, account, candidate }: Schemas['AccountSuggestion']) {
  const path = { id };
  const accept = () => client.post('/account_suggestions/{id}/accept', { path });
  const dismiss = () => client.delete('/account_suggestions/{id}', { path });
  const answers = [act(t('decide.is_same'), accept, LIKELY), act(t('decide.not_same'), dismiss)];
  return (
    <Question key={id} answers={answers}>
      {[account, candidate].map(({ id: key, name, institution_name: bank, balance, currency }) => (
        <Group key={key} justify="space-between">
          <Text size="sm" dir="auto">
            {[name, bank].filter(Boolean).join(' · ')}
          </Text>
          <Amount value={balance} currency={currency} />
        </Group>
      ))}
    </Question>
  );
}

function Question({ answers, children }: { answers: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="md" mb="sm" role="group">
      <Stack gap={6}>{children}</Stack>
      <Group gap="xs" mt="sm">
        {answers}
      </Group>
    </Paper>
  );
}

function Line({ row, answer }: { row: Transaction; answer?: ReactNode }) {
  const account = useLookups().nameOf(row.account_id);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" flex={1}>
        <Note component="time" w={88} dateTime={row.date}>
          {formats.recentDay(row.date)}
        </Note>
        <Text size="sm" dir="auto">
          {row.name}
        </Text>
        <Badges row={row} />
        <Note size="xs">{account}</Note>
      </Group>
      <Amount value={row.amount} currency={row.currency} />
      {answer}
    </Group>
  );
}
