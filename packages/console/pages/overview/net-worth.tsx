import { Group, Paper, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { addDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';
import { type AnswerOf, reading, texts } from '../../app/index.ts';
import { Amount, AmountsChart, choices, Loaded, Note, Section } from '../../parts/index.ts';
import { type Range, RANGES } from '../../app/search.ts';

const t = texts('overview');

type Day = AnswerOf<'get', '/net_worth'>['data'][number];

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What all accounts come to at the end of each day, one picture a currency: currencies are never mixed. */
export function NetWorth() {
  const navigate = useNavigate({ from: '/' });
  const { range = 'quarter' } = useSearch({ from: '/shell/' });
  const query = { start_date: daysAgo(RANGES[range]) };
  const days = useQuery({
    ...reading('/net_worth', { query }, ['account', 'balance', 'transaction', 'valuation']),
    placeholderData: (before) => before,
  });
  const choose = (value: string): void => {
    void navigate({ search: { range: value as Range }, replace: true });
  };
  return (
    <Section
      title={t('net_worth')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('range.label')}
          value={range}
          onChange={choose}
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

/** Currencies with most accounts first. */
function byCurrency(days: readonly Day[]): [string, Day[]][] {
  const groups = Map.groupBy(days, ({ currency }) => currency);
  const accounts = ([, group]: [string, Day[]]): number => group.at(-1)?.accounts_count ?? 0;
  return [...groups].sort((a, b) => accounts(b) - accounts(a) || a[0].localeCompare(b[0]));
}

function OneCurrency({ currency, days }: { currency: string; days: readonly Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const exact = (text: string): string => normalizeDecimal(text) ?? '0';
  const gain = addDecimals([exact(last.net_worth), negateDecimal(exact(first.net_worth))]);
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
      />
      {last.debts !== '0' && !/^0(\.0+)?$/.test(last.debts) && (
        <Group justify="space-between" gap="xs">
          <Note size="xs">
            {t('assets')} <Amount value={last.assets} currency={currency} />
          </Note>
          <Note size="xs">
            {t('debts')} <Amount value={last.debts} currency={currency} />
          </Note>
        </Group>
      )}
    </Paper>
  );
}
