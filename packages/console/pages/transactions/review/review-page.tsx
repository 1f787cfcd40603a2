import { Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import {
  type AnswerOf,
  client,
  followRun,
  formats,
  type Schemas,
  texts,
  useReading,
} from '../../../app/index.ts';
import {
  actsOn,
  Amount,
  ButtonLink,
  EmptyState,
  Loaded,
  Note,
  Page,
  Section,
  type Transaction,
  useLookups,
} from '../../../parts/index.ts';
import { Badges } from '../list.tsx';

const t = texts('transactions');

const TYPES = [
  'transaction',
  'account',
  'transaction_suggestion',
  'transfer_suggestion',
  'account_suggestion',
] as const;
const act = actsOn(...TYPES);
const SOME = { query: { per_page: 50 } } as const;

/** The button is at work until the run is over; what it finds comes by the feed. */
async function look({ data }: { data: Schemas['RuleRun'] }): Promise<void> {
  followRun(data, t('decide.search'));
  await client.waitFor(data);
  notifications.show({ message: t('decide.searched') });
}

/** What the service leaves to a person: doubles, transfers and accounts that may be one. */
export default function ReviewPage() {
  const doubles = useReading('/transaction_suggestions', SOME, TYPES);
  const transfers = useReading('/transfer_suggestions', SOME, TYPES);
  const accounts = useReading('/account_suggestions', SOME, TYPES);
  const isEmpty = [doubles, transfers, accounts].every(({ data }) => data?.data.length === 0);
  const search = () => client.post('/transfer_suggestions/refresh');
  return (
    <Page
      title={t('decide.title')}
      about={t('decide.about')}
      actions={
        <>
          {act(t('decide.search'), search, { then: look })}
          <ButtonLink to="/transactions">{t('decide.back')}</ButtonLink>
        </>
      }
    >
      {isEmpty && <EmptyState title={t('decide.empty')}>{t('decide.empty_text')}</EmptyState>}
      <Loaded query={doubles}>
        {({ data }) => <Questions what="doubles">{data.map(double)}</Questions>}
      </Loaded>
      <Loaded query={transfers}>
        {({ data }) => <Questions what="transfers">{data.map(transfer)}</Questions>}
      </Loaded>
      <Loaded query={accounts}>
        {({ data }) => <Questions what="accounts">{data.map(sameAccount)}</Questions>}
      </Loaded>
    </Page>
  );
}

interface QuestionsProps {
  what: 'doubles' | 'transfers' | 'accounts';
  children: readonly ReactNode[];
}

function Questions({ what, children }: QuestionsProps) {
  if (children.length === 0) return null;
  return (
    <Section title={t(`decide.${what}`)} about={t(`decide.${what}_about`)}>
      {children}
    </Section>
  );
}

type Of<
  Path extends '/transaction_suggestions' | '/transfer_suggestions' | '/account_suggestions',
> = AnswerOf<'get', Path>['data'][number];

const LIKELY = { variant: 'filled' } as const;

function double({ id, transaction, candidates }: Of<'/transaction_suggestions'>) {
  const path = { id };
  const none = () => client.delete('/transaction_suggestions/{id}', { path });
  return (
    <Question key={id} answers={act(t('decide.none'), none)}>
      <Line row={transaction} />
      {candidates.map((candidate) => {
        const body = { candidate_id: candidate.id };
        const accept = () => client.post('/transaction_suggestions/{id}/accept', { path, body });
        return (
          <Line key={candidate.id} row={candidate} answer={act(t('decide.same'), accept, LIKELY)} />
        );
      })}
    </Question>
  );
}

function transfer({ id, outflow, inflow }: Of<'/transfer_suggestions'>) {
  const path = { id };
  const answers = [
    act(
      t('decide.is_transfer'),
      () => client.post('/transfer_suggestions/{id}/accept', { path }),
      LIKELY,
    ),
    act(t('decide.no_transfer'), () => client.post('/transfer_suggestions/{id}/dismiss', { path })),
  ];
  return (
    <Question key={id} answers={answers}>
      <Line row={outflow} />
      <Line row={inflow} />
    </Question>
  );
}

function sameAccount({ id, account, candidate }: Of<'/account_suggestions'>) {
  const path = { id };
  const answers = [
    act(
      t('decide.is_same'),
      () => client.post('/account_suggestions/{id}/accept', { path }),
      LIKELY,
    ),
    act(t('decide.not_same'), () => client.delete('/account_suggestions/{id}', { path })),
  ];
  return (
    <Question key={id} answers={answers}>
      {[account, candidate].map(({ id: key, name, institution_name: bank, balance, currency }) => (
        <Group key={key} justify="space-between">
          <Text size="sm" dir="auto">
            {[name, bank].filter(Boolean).join(' · ')}
          </Text>
          {balance !== null && currency !== null && <Amount value={balance} currency={currency} />}
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
  const account = useLookups().names.get(row.account_id);
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
