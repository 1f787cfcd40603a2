import { Group, Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { exactDecimal, subtractDecimals } from '#preflight/money';
import { type AnswerOf, formats, reading, type Schemas, texts } from '../../app/index.ts';
import { useReading, useReadingAll } from '../../app/queries.ts';
import { FirstSteps, TextLink } from '../../parts/actions.tsx';
import { connectionNotice, webhookNotice } from '../../parts/fault-words.ts';
import { AmountsChart } from '../../parts/amounts-chart.tsx';
import { ACCOUNT_KINDS, choices } from '../../parts/lookups.ts';
import { EmptyState, Faults, Loaded, Note, Page, Section } from '../../parts/page.tsx';
import { Amount, noted, Sheet } from '../../parts/rows.tsx';

const t = texts('overview');

export default function OverviewPage() {
  const accounts = useReadingAll('/accounts');
  const empty = (
    <EmptyState title={t('empty.title')} text={t('empty.text')} action={<FirstSteps />} />
  );
  return (
    <Page title={t('title')}>
      <Loaded query={accounts} empty={empty}>
        {(rows) => (
          <>
            <Attention />
            <NetWorth />
            <Sheet
              title={t('accounts')}
              head={[t('account'), t('as_of'), t('balance')]}
              endsFrom={2}
              rows={byType(rows)}
              cells={(row) => (typeof row === 'string' ? [t(`type.${row}`)] : cellsOf(row))}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Item = readonly [text: string, detail: string | null, step: string, link: LinkProps];

/** Net worth is shown for this many days back. */
const RANGES = { month: 30, quarter: 90, year: 365 } as const;
type Range = keyof typeof RANGES;

const ONE = { query: { per_page: 1 } } as const;

/** What a person has to decide or repair, each with a link to where they do it. Renders nothing if there is nothing to do. */
function Attention() {
  const connections = useReadingAll('/provider_connections');
  const doubles = useReading('/transaction_suggestions', ONE);
  const transfers = useReading('/transfer_suggestions', ONE);
  const accounts = useReading('/account_suggestions', ONE);
  const webhooks = useReadingAll('/webhook_endpoints');
  // They are slow to compute: the overview fetches them once, the rules page on each visit.
  const rules = useQuery({ ...reading('/rule_suggestions', {}), staleTime: Infinity });
  const review: LinkProps = { to: '/app/transactions/review' };
  const questions: [Parameters<typeof t>[0], number | undefined, LinkProps][] = [
    ['attention.doubles', doubles.data?.meta.total_count, review],
    ['attention.transfers', transfers.data?.meta.total_count, review],
    ['attention.accounts', accounts.data?.meta.total_count, review],
    ['attention.rules', rules.data?.data.length, { to: '/app/rules' }],
  ];
  const items: Item[] = [];
  const note = (text: string, step: 'connection' | 'webhook', detail: string | null) => {
    const link: LinkProps = { to: step === 'webhook' ? '/app/settings' : '/app/connections' };
    if (detail !== null) items.push([text, detail, t(`attention.open_${step}`), link]);
  };
  for (const one of connections.data ?? []) {
    if (one.status_reason === 'paused') continue;
    note(t('attention.connection', { name: one.name }), 'connection', connectionNotice(one));
  }
  for (const [key, count = 0, link] of questions) {
    if (count > 0) items.push([t(key, { count }), null, t('attention.decide'), link]);
  }
  for (const one of webhooks.data ?? []) {
    note(t('attention.webhook', { url: one.url }), 'webhook', webhookNotice(one));
  }
  return (
    <Sheet
      isBoxed
      title={t('attention.title')}
      head={['', '']}
      endsFrom={1}
      rows={items}
      cells={([text, detail, step, link]) => [
        noted(text, detail),
        <TextLink size="sm" {...link}>
          {step}
        </TextLink>,
      ]}
    />
  );
}

type Account = Schemas['Account'];

/** Groups the accounts: each type as a heading, followed by its accounts. */
const byType = (accounts: readonly Account[]) =>
  ACCOUNT_KINDS.flatMap((type) => {
    const some = accounts.filter((account) => account.type === type);
    return some.length === 0 ? [] : [type, ...some];
  });

const cellsOf = ({ id, name, institution_name: bank, status, provider, ...of }: Account) => [
  <>
    {noted(
      <TextLink to="/app/accounts/$id" params={{ id }} c="inherit" dir="auto">
        {name}
      </TextLink>,
      bank,
      status === 'disabled' && t('disabled'),
    )}
    <Faults of={provider?.last_error ? [provider.last_error] : []} />
  </>,
  of.balance_at !== null && (
    <Note component="time" dateTime={of.balance_at} title={formats.instant(of.balance_at)}>
      {formats.ago(of.balance_at)}
    </Note>
  ),
  <Amount value={of.balance} currency={of.currency} none={t('no_balance')} />,
];

type Day = AnswerOf<'get', '/net_worth'>['data'][number];

/** The total of all accounts at the end of each day, with one chart per currency: currencies are never mixed. */
function NetWorth() {
  const [range, setRange] = useState<Range>('quarter');
  const query = { start_date: formats.daysAgo(RANGES[range]) };
  const days = useQuery({ ...reading('/net_worth', { query }), placeholderData: keepPreviousData });
  return (
    <Section
      title={t('net_worth')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('range.label')}
          value={range}
          onChange={setRange}
          data={choices(Object.keys(RANGES) as Range[], (name) => t(`range.${name}`))}
        />
      }
    >
      <Loaded query={days}>
        {({ data, meta }) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
              {byCurrency(data).map(([currency, points]) => (
                <OneCurrency key={currency} currency={currency} days={points} />
              ))}
            </SimpleGrid>
            {meta.unknown_account_ids.length > 0 && (
              <Note size="xs" mt="xs">
                {t('left_out', { count: meta.unknown_account_ids.length })}
              </Note>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function byCurrency(days: readonly Day[]): [string, Day[]][] {
  const groups = Map.groupBy(days, ({ currency }) => currency);
  const accounts = ([, group]: [string, Day[]]): number => group.at(-1)?.accounts_count ?? 0;
  return [...groups].sort((a, b) => accounts(b) - accounts(a) || a[0].localeCompare(b[0]));
}

function OneCurrency({ currency, days }: { currency: string; days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const gain = subtractDecimals(last.net_worth, first.net_worth);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="baseline" gap="xs">
        <Text size="xl" fw={600} component="p">
          <Amount value={last.net_worth} currency={currency} />
        </Text>
        <Note>
          <Amount value={gain} currency={currency} signed />
        </Note>
      </Group>
      <AmountsChart
        points={days.map(({ date, net_worth: value }) => ({ date, value }))}
        currency={currency}
        caption={t('net_worth_in', { currency })}
        height={96}
      />
      {exactDecimal(last.debts) !== '0' && (
        <Group justify="space-between" gap="xs">
          {(['assets', 'debts'] as const).map((side) => (
            <Note key={side} size="xs">
              {t(side)} <Amount value={last[side]} currency={currency} />
            </Note>
          ))}
        </Group>
      )}
    </Paper>
  );
}
