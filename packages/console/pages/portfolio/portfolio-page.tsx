import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useReading, useReadingAll, texts } from '../../app/index.ts';
import { Amount, EmptyState, Loaded, Note, Page } from '../../parts/index.ts';
import { AccountHoldings } from './account-holdings.tsx';

const t = texts('portfolio');

const TYPES = ['holding', 'account', 'sync'] as const;

/** What is held, account by account, and what it comes to in each currency. */
export function PortfolioPage() {
  const sums = useReading('/holdings', { query: { per_page: 1 } }, TYPES);
  const holdings = useReadingAll('/holdings', {}, TYPES);
  const accounts = useReadingAll('/accounts', {}, TYPES).data ?? [];
  const rows = Map.groupBy(holdings.data ?? [], ({ account_id: id }) => id);
  const nameOf = (id: string): string => accounts.find((one) => one.id === id)?.name ?? '…';
  return (
    <Page title={t('title')}>
      <Loaded query={sums} lines={8}>
        {({ valuation, accounts: states }) => {
          const held = states.filter(
            ({ account_id: id, holdings: state }) => state === 'available' || rows.has(id),
          );
          const without = states.filter(({ holdings: state }) => state === 'not_supported');
          return (
            <Stack gap="xl">
              {held.length === 0 && <EmptyState title={t('empty')}>{t('empty_text')}</EmptyState>}
              {valuation.length > 0 && (
                <Paper withBorder p="md" component="section" aria-labelledby="total">
                  <Title order={2} id="total" mb={4}>
                    {t('total')}
                  </Title>
                  <Group gap="xl">
                    {valuation.map(({ currency, value }) => (
                      <Text key={currency} size="xl" fw={600} component="p">
                        <Amount value={value} currency={currency} />
                      </Text>
                    ))}
                  </Group>
                </Paper>
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
                <section aria-labelledby="without">
                  <Title order={2} id="without">
                    {t('not_supported')}
                  </Title>
                  <Note>{t('not_supported_about')}</Note>
                  <Text size="sm" mt={4}>
                    {without.map(({ account_id: id }) => nameOf(id)).join(', ')}
                  </Text>
                </section>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}
