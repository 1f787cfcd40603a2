import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import {
  formats,
  reading,
  type Schemas,
  texts,
  useReading,
  useReadingAll,
} from '../../app/index.ts';
import {
  Amount,
  ButtonLink,
  connectionNotice,
  EmptyState,
  Faults,
  Loaded,
  Note,
  Page,
  Section,
  Sheet,
  TextLink,
  webhookNotice,
} from '../../parts/index.ts';
import { NetWorth } from './net-worth.tsx';

const t = texts('overview');

/** What a household has, and what needs a person. */
export default function OverviewPage() {
  const accounts = useReadingAll('/accounts', {}, ['account', 'balance']);
  const connect = (
    <ButtonLink variant="filled" to="/connections">
      {t('empty.connect')}
    </ButtonLink>
  );
  const empty = (
    <EmptyState title={t('empty.title')} action={connect}>
      {t('empty.text')}
    </EmptyState>
  );
  return (
    <Page title={t('title')}>
      <Loaded query={accounts} lines={10} empty={empty}>
        {(rows) => (
          <>
            <Attention />
            <NetWorth />
            <AccountList accounts={rows} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface Item {
  key: string;
  text: string;
  detail?: string | null;
  step: string;
  link: LinkProps;
}

const ONE = { query: { per_page: 1 } } as const;

/** What waits for a person, each with the one step that mends it. Nothing waits: nothing is shown. */
function Attention() {
  const items = useItems();
  if (items.length === 0) return null;
  return (
    <Section isBoxed title={t('attention.title')}>
      <Stack gap="xs">
        {items.map(({ key, text, detail, step, link }) => (
          <Group key={key} justify="space-between" gap="xs">
            <div>
              <Text size="sm">{text}</Text>
              {detail && <Note maw="80ch">{detail}</Note>}
            </div>
            <TextLink size="sm" {...link}>
              {step}
            </TextLink>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function useItems(): Item[] {
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const doubles = useReading('/transaction_suggestions', ONE, ['transaction_suggestion']);
  const transfers = useReading('/transfer_suggestions', ONE, ['transfer_suggestion']);
  const accounts = useReading('/account_suggestions', ONE, ['account_suggestion']);
  const webhooks = useReadingAll('/webhook_endpoints', {}, ['webhook_endpoint']);
  // Trying them on the past takes long: once for the overview, again by each visit of the page of rules.
  const suggested = reading('/rule_suggestions', {}, ['rule_suggestion']);
  const rules = useQuery({ ...suggested, staleTime: Infinity });
  const review: LinkProps = { to: '/transactions/review' };
  const questions: [Parameters<typeof t>[0], number | undefined, LinkProps][] = [
    ['attention.doubles', doubles.data?.meta.total_count, review],
    ['attention.transfers', transfers.data?.meta.total_count, review],
    ['attention.accounts', accounts.data?.meta.total_count, review],
    ['attention.rules', rules.data?.data.length, { to: '/rules' }],
  ];
  return [
    ...(connections.data ?? [])
      .filter(({ status, status_reason: reason }) => status !== 'good' && reason !== 'paused')
      .map((connection) => ({
        key: connection.id,
        text: t('attention.connection', { name: connection.name }),
        detail: connectionNotice(connection),
        step: t('attention.open_connection'),
        link: { to: '/connections' } as const,
      })),
    ...questions.flatMap(([key, count = 0, link]) =>
      count === 0 ? [] : [{ key, text: t(key, { count }), step: t('attention.decide'), link }],
    ),
    ...(webhooks.data ?? [])
      .map((webhook) => ({ ...webhook, detail: webhookNotice(webhook) }))
      .filter(({ detail }) => detail !== null)
      .map(({ id, url, detail }) => ({
        ...{ key: id, detail, text: t('attention.webhook', { url }) },
        step: t('attention.open_webhook'),
        link: { to: '/settings', search: { section: 'webhooks' } } as const,
      })),
  ];
}

type Account = Schemas['Account'];

/** The kinds in their order: what one has, then what one owes. One that is missing here is an error of types. */
const TYPES: Readonly<Record<Account['type'], true>> = {
  Depository: true,
  Investment: true,
  Crypto: true,
  Property: true,
  Vehicle: true,
  OtherAsset: true,
  CreditCard: true,
  Loan: true,
  OtherLiability: true,
};

/** All accounts by kind, each with the balance in its own currency and how fresh it is. */
function AccountList({ accounts }: { accounts: readonly Account[] }) {
  const rows = (Object.keys(TYPES) as Account['type'][]).flatMap((type) => {
    const some = accounts.filter((account) => account.type === type);
    return some.length === 0 ? [] : [type, ...some];
  });
  return (
    <Sheet
      title={t('accounts')}
      head={[t('account'), t('as_of'), t('balance')]}
      endsFrom={2}
      rows={rows}
      rowKey={(row) => (typeof row === 'string' ? row : row.id)}
      cells={(row) => (typeof row === 'string' ? [t(`type.${row}`)] : cellsOf(row))}
    />
  );
}

const cellsOf = ({ balance, balance_at: at, currency, ...account }: Account) => [
  <Named {...account} />,
  at !== null && (
    <Note component="time" dateTime={at} title={formats.instant(at)}>
      {formats.ago(at)}
    </Note>
  ),
  balance !== null && currency !== null ? (
    <Amount value={balance} currency={currency} />
  ) : (
    <Note span>{t('no_balance')}</Note>
  ),
];

type NamedProps = Pick<Account, 'id' | 'name' | 'institution_name' | 'status' | 'provider'>;

function Named({ id, name, institution_name: bank, status, provider }: NamedProps) {
  const about = [bank, status === 'disabled' ? t('disabled') : null].filter(Boolean);
  return (
    <>
      <TextLink to="/transactions" search={{ account: id }} c="inherit" dir="auto">
        {name}
      </TextLink>
      {about.length > 0 && <Note size="xs">{about.join(' · ')}</Note>}
      <Faults of={provider?.last_error ? [provider.last_error] : []} />
    </>
  );
}
