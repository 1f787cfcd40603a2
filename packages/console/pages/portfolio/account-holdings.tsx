import { Group, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDecimals, compareDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';
import { reading, type Schemas, useFormats, useTexts } from '../../app/index.ts';
import { Amount, AmountsChart, Note } from '../../parts/index.ts';

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
  const t = useTexts('portfolio');
  const formats = useFormats();
  const id = `account-${state.account_id}`;
  const sorted = [...holdings].sort((a, b) => compareDecimals(exact(b.value), exact(a.value)));
  const hasCost = holdings.some(({ cost_basis: cost }) => cost !== null);
  const { total_value: total, currency, checked_at: checkedAt } = state;
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" align="baseline" mb={4}>
        <Title order={2} id={id}>
          {name}
        </Title>
        <Note size="xs">
          {[
            total !== null && currency !== null
              ? t('stated', { amount: formats.amount(total, currency) })
              : null,
            checkedAt === null ? t('not_asked') : t('checked', { ago: formats.ago(checkedAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Note>
      </Group>
      <History accountId={state.account_id} name={name} />
      {sorted.length === 0 ? (
        <Note>{t('none_held')}</Note>
      ) : (
        <Table className="list" aria-label={t('holdings_of', { account: name })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('security')}</Table.Th>
              <Table.Th ta="right">{t('quantity')}</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                {t('price')}
              </Table.Th>
              <Table.Th ta="right">{t('value')}</Table.Th>
              {hasCost && <Table.Th ta="right">{t('gain')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((holding) => (
              <Row key={holding.id} holding={holding} hasCost={hasCost} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Row({ holding, hasCost }: { holding: Holding; hasCost: boolean }) {
  const t = useTexts('portfolio');
  const formats = useFormats();
  const { security, quantity, price, value, cost_basis: cost, currency, date } = holding;
  const unknown = <Note span>{t('unknown')}</Note>;
  const codes = [security.ticker, security.isin, t('as_of', { day: formats.day(date) })];
  const gain =
    value !== null && cost !== null
      ? addDecimals([exact(value), negateDecimal(exact(cost))])
      : null;
  return (
    <Table.Tr>
      <Table.Td>
        {security.name}
        <Note size="xs">{codes.filter(Boolean).join(' · ')}</Note>
      </Table.Td>
      <Table.Td ta="right">{formats.number(quantity)}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {price === null ? unknown : <Amount value={price} currency={currency} />}
      </Table.Td>
      <Table.Td ta="right">
        {value === null ? unknown : <Amount value={value} currency={currency} />}
      </Table.Td>
      {hasCost && (
        <Table.Td ta="right">
          {gain === null ? unknown : <Amount value={gain} currency={currency} signed />}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function History({ accountId, name }: { accountId: string; name: string }) {
  const t = useTexts('portfolio');
  const options = { path: { id: accountId }, query: { start_date: yearAgo() } };
  const { data } = useQuery(
    reading('/accounts/{id}/balances', options, ['account', 'balance', 'transaction', 'valuation']),
  );
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
