import { type Schemas, formats, useReading, texts } from '../../app/index.ts';
import { addDecimals, compareDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';
import { Amount, AmountsChart, Note, Rows, Section } from '../../parts/index.ts';

const t = texts('portfolio');

type Holding = Schemas['Holding'];

const yearAgo = (): string => new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
const exact = (text: string | null): string => normalizeDecimal(text ?? '0') ?? '0';

/** What one account holds, most valuable first, and how its balance went. */
export function AccountHoldings({
  name,
  state,
  holdings,
}: {
  name: string;
  state: Schemas['HoldingsAccount'];
  holdings: readonly Holding[];
}) {
  const sorted = [...holdings].sort((a, b) => compareDecimals(exact(b.value), exact(a.value)));
  const hasCost = holdings.some(({ cost_basis: cost }) => cost !== null);
  const { total_value: total, currency, checked_at: checkedAt } = state;
  const about = [
    total !== null && currency !== null
      ? t('stated', { amount: formats.amount(total, currency) })
      : null,
    checkedAt === null ? t('not_asked') : t('checked', { ago: formats.ago(checkedAt) }),
  ];
  const head = [
    t('security'),
    t('quantity'),
    t('price'),
    t('value'),
    ...(hasCost ? [t('gain')] : []),
  ];
  return (
    <Section title={name} about={about.filter(Boolean).join(' · ')}>
      <History accountId={state.account_id} name={name} />
      {sorted.length === 0 ? (
        <Note>{t('none_held')}</Note>
      ) : (
        <Rows
          label={t('holdings_of', { account: name })}
          head={head}
          endsFrom={1}
          rows={sorted.map((holding) => ({
            key: holding.id,
            cells: cellsOf(holding).slice(0, head.length),
          }))}
        />
      )}
    </Section>
  );
}

function cellsOf({ security, quantity, price, value, cost_basis: cost, currency, date }: Holding) {
  const shown = (figure: string | null, signed = false) =>
    figure === null ? (
      <Note span>{t('unknown')}</Note>
    ) : (
      <Amount value={figure} currency={currency} signed={signed} />
    );
  const isKnown = value !== null && cost !== null;
  const gain = isKnown ? addDecimals([exact(value), negateDecimal(exact(cost))]) : null;
  const codes = [security.ticker, security.isin, t('as_of', { day: formats.day(date) })];
  return [
    <>
      {security.name}
      <Note size="xs">{codes.filter(Boolean).join(' · ')}</Note>
    </>,
    formats.number(quantity),
    shown(price),
    shown(value),
    shown(gain, true),
  ];
}

function History({ accountId, name }: { accountId: string; name: string }) {
  const options = { path: { id: accountId }, query: { start_date: yearAgo() } };
  const { data } = useReading('/accounts/{id}/balances', options, [
    'account',
    'balance',
    'transaction',
    'valuation',
  ]);
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
