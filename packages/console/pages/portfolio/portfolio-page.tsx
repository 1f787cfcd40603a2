import { Group, Stack, Text } from '@mantine/core';
import { compareDecimals, exactDecimal, subtractDecimals } from '#preflight/money';
import { formats, type Schemas, texts, useReading, useReadingAll } from '../../app/index.ts';
import { FirstSteps } from '../../parts/actions.tsx';
import { AmountsChart } from '../../parts/amounts-chart.tsx';
import { useLookups } from '../../parts/lookups.ts';
import { EmptyState, Loaded, Page, Section } from '../../parts/page.tsx';
import { Amount, noted, Rows } from '../../parts/rows.tsx';

const t = texts('portfolio');

export default function PortfolioPage() {
  const sums = useReading('/holdings', { query: { per_page: 1 } });
  const holdings = useReadingAll('/holdings');
  const rows = Map.groupBy(holdings.data ?? [], ({ account_id: id }) => id);
  const { nameOf } = useLookups();
  return (
    <Page title={t('title')}>
      <Loaded query={sums}>
        {({ valuation, accounts: states }) => {
          const held = states.filter(
            ({ account_id: id, holdings: state }) => state === 'available' || rows.has(id),
          );
          const without = states.filter(({ holdings: state }) => state === 'not_supported');
          return (
            <Stack gap="xl">
              {held.length === 0 && (
                <EmptyState title={t('empty')} text={t('empty_text')} action={<FirstSteps />} />
              )}
              {valuation.length > 0 && (
                <Section isBoxed title={t('total')}>
                  <Group gap="xl">
                    {valuation.map(({ currency, value }) => (
                      <Text key={currency} size="xl" fw={600} component="p">
                        <Amount value={value} currency={currency} rounded />
                      </Text>
                    ))}
                  </Group>
                </Section>
              )}
              {held.map((state) => (
                <AccountHoldings
                  key={state.account_id}
                  name={nameOf(state.account_id)}
                  state={state}
                  holdings={rows.get(state.account_id) ?? []}
                />
              ))}
              {without.length > 0 && (
                <Section title={t('not_supported')} about={t('not_supported_about')}>
                  <Text size="sm">
                    {without.map(({ account_id: id }) => nameOf(id)).join(', ')}
                  </Text>
                </Section>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface HoldingsProps {
  name: string;
  state: Schemas['HoldingsAccount'];
  holdings: readonly Schemas['Holding'][];
}

function AccountHoldings({ name, state, holdings }: HoldingsProps) {
  const sorted = [...holdings].sort((a, b) =>
    compareDecimals(exactDecimal(b.value), exactDecimal(a.value)),
  );
  const { total_value: total, currency, checked_at: checkedAt } = state;
  const checked =
    checkedAt === null ? t('not_asked') : t('checked', { ago: formats.ago(checkedAt) });
  const stated =
    total !== null && currency !== null
      ? t('stated', { amount: formats.amount(total, currency, { rounded: true }) })
      : null;
  const head = [t('security'), t('quantity'), t('price'), t('value')];
  if (holdings.some(({ cost_basis: cost }) => cost !== null)) head.push(t('gain'));
  return (
    <Section title={name} about={[stated, checked].filter(Boolean).join(' · ')}>
      <History accountId={state.account_id} name={name} />
      <Rows
        label={t('holdings_of', { account: name })}
        head={head}
        endsFrom={1}
        rows={sorted}
        cells={(holding) => cellsOf(holding).slice(0, head.length)}
        none={t('none_held')}
      />
    </Section>
  );
}

function cellsOf(holding: Schemas['Holding']) {
  const { security, quantity, price, value, cost_basis: cost, currency, date } = holding;
  const gain = value === null || cost === null ? null : subtractDecimals(value, cost);
  const figure = { currency, none: t('unknown') };
  return [
    noted(security.name, security.ticker, security.isin, t('as_of', { day: formats.day(date) })),
    formats.number(quantity),
    <Amount value={price} {...figure} />,
    <Amount value={value} {...figure} rounded />,
    <Amount value={gain} {...figure} signed rounded />,
  ];
}

function History({ accountId, name }: { accountId: string; name: string }) {
  const options = { path: { id: accountId }, query: { start_date: formats.daysAgo(365) } };
  const { data } = useReading('/accounts/{id}/balances', options);
  const days = data?.data.filter(({ balance }) => balance !== null) ?? [];
  const currency = days[0]?.currency;
  if (currency === undefined || currency === null || days.length < 2) return null;
  return (
    <AmountsChart
      points={days.map(({ date, balance }) => ({ date, value: balance ?? '0' }))}
      currency={currency}
      caption={t('history', { account: name })}
      height={80}
    />
  );
}
