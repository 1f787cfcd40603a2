import { Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type AnswerOf,
  client,
  type RecordType,
  formats,
  useReading,
  texts,
} from '../../../app/index.ts';
import {
  Act,
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

const TYPES: readonly RecordType[] = [
  'transaction',
  'account',
  'transaction_suggestion',
  'transfer_suggestion',
  'account_suggestion',
];
const SOME = { query: { per_page: 50 } } as const;

/** What the service leaves to a person: doubles, transfers and accounts that may be one. */
export default function ReviewPage() {
  const doubles = useReading('/transaction_suggestions', SOME, TYPES);
  const transfers = useReading('/transfer_suggestions', SOME, TYPES);
  const accounts = useReading('/account_suggestions', SOME, TYPES);
  const isEmpty = [doubles, transfers, accounts].every(({ data }) => data?.data.length === 0);
  return (
    <Page
      title={t('decide.title')}
      about={t('decide.about')}
      actions={
        <>
          {give([[t('decide.search'), () => client.post('/transfer_suggestions/refresh')]])}
          <ButtonLink to="/transactions">{t('decide.back')}</ButtonLink>
        </>
      }
    >
      {isEmpty && <EmptyState title={t('decide.empty')}>{t('decide.empty_text')}</EmptyState>}
      <Loaded query={doubles}>{({ data }) => data.length > 0 && <Doubles rows={data} />}</Loaded>
      <Loaded query={transfers}>
        {({ data }) => data.length > 0 && <Transfers rows={data} />}
      </Loaded>
      <Loaded query={accounts}>{({ data }) => data.length > 0 && <Accounts rows={data} />}</Loaded>
    </Page>
  );
}

/** A button that answers: its text, and the call. */
type Answers = readonly (readonly [text: string, give: () => Promise<unknown>])[];

/** The first answer is the likely one, unless there is but one. */
function give(answers: Answers, hasMain = answers.length > 1) {
  return answers.map(([text, call], at) => (
    <Act
      key={text}
      variant={hasMain && at === 0 ? 'filled' : 'default'}
      call={call}
      changes={TYPES}
    >
      {text}
    </Act>
  ));
}

interface Of<Path extends ListPath> {
  rows: AnswerOf<'get', Path>['data'];
}
type ListPath = '/transaction_suggestions' | '/transfer_suggestions' | '/account_suggestions';

function Doubles({ rows }: Of<'/transaction_suggestions'>) {
  return (
    <Section title={t('decide.doubles')} about={t('decide.doubles_about')}>
      {rows.map(({ id, transaction, candidates }) => (
        <Question
          key={id}
          answers={[
            [
              t('decide.none'),
              () => client.delete('/transaction_suggestions/{id}', { path: { id } }),
            ],
          ]}
        >
          <Line row={transaction} />
          {candidates.map((candidate) => {
            const body = { candidate_id: candidate.id };
            const accept = () =>
              client.post('/transaction_suggestions/{id}/accept', { path: { id }, body });
            const answer = give([[t('decide.same'), accept]], true);
            return <Line key={candidate.id} row={candidate} answer={answer} />;
          })}
        </Question>
      ))}
    </Section>
  );
}

function Transfers({ rows }: Of<'/transfer_suggestions'>) {
  return (
    <Section title={t('decide.transfers')} about={t('decide.transfers_about')}>
      {rows.map(({ id, outflow, inflow }) => (
        <Question
          key={id}
          answers={[
            [
              t('decide.is_transfer'),
              () => client.post('/transfer_suggestions/{id}/accept', { path: { id } }),
            ],
            [
              t('decide.no_transfer'),
              () => client.post('/transfer_suggestions/{id}/dismiss', { path: { id } }),
            ],
          ]}
        >
          <Line row={outflow} />
          <Line row={inflow} />
        </Question>
      ))}
    </Section>
  );
}

function Accounts({ rows }: Of<'/account_suggestions'>) {
  return (
    <Section title={t('decide.accounts')} about={t('decide.accounts_about')}>
      {rows.map(({ id, account, candidate }) => (
        <Question
          key={id}
          answers={[
            [
              t('decide.is_same'),
              () => client.post('/account_suggestions/{id}/accept', { path: { id } }),
            ],
            [
              t('decide.not_same'),
              () => client.delete('/account_suggestions/{id}', { path: { id } }),
            ],
          ]}
        >
          {[account, candidate].map(({ id: key, name, institution_name: bank, ...of }) => (
            <Group key={key} justify="space-between">
              <Text size="sm" dir="auto">
                {[name, bank].filter(Boolean).join(' · ')}
              </Text>
              {of.balance !== null && of.currency !== null && (
                <Amount value={of.balance} currency={of.currency} />
              )}
            </Group>
          ))}
        </Question>
      ))}
    </Section>
  );
}

function Question({ answers, children }: { answers: Answers; children: ReactNode }) {
  return (
    <Paper withBorder p="md" mb="sm" role="group">
      <Stack gap={6}>{children}</Stack>
      <Group gap="xs" mt="sm">
        {give(answers)}
      </Group>
    </Paper>
  );
}

function Line({ row, answer }: { row: Transaction; answer?: ReactNode }) {
  const account = useLookups().accounts.find(({ id }) => id === row.account_id);
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
        <Note size="xs">{account?.name}</Note>
      </Group>
      <Amount value={row.amount} currency={row.currency} />
      {answer}
    </Group>
  );
}
