import { Anchor, AppShell, Group, Text } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useTexts } from '../app/index.ts';
import { AccountMenu } from '../app/shell/account-menu.tsx';

const PAGES = [
  { to: '/', text: 'installation' },
  { to: '/households', text: 'households' },
  { to: '/actions', text: 'actions' },
] as const;

async function leave(): Promise<void> {
  await fetch('/admin/logout', { method: 'POST' });
  location.assign('/admin/login');
}

/** What is around the pages of operators. */
export function Frame() {
  const t = useTexts('operations');
  return (
    <AppShell header={{ height: 48 }} padding={{ base: 'sm', sm: 'lg' }}>
      <AppShell.Header>
        <Group h="100%" px="md" gap="md" wrap="nowrap" component="nav" aria-label={t('pages')}>
          <Text fw={650} visibleFrom="sm">
            Ledgerline
          </Text>
          <Group flex={1} gap="md" wrap="nowrap" style={{ overflowX: 'auto' }}>
            {PAGES.map(({ to, text }) => (
              <Anchor
                key={to}
                component={Link}
                to={to as string}
                size="sm"
                c="var(--mantine-color-text)"
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ 'aria-current': 'page', style: { fontWeight: 650 } }}
              >
                {t(text)}
              </Anchor>
            ))}
            <Anchor href="/admin/queues" size="sm" c="var(--mantine-color-text)">
              {t('board')}
            </Anchor>
          </Group>
          <AccountMenu onLeave={leave} />
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
