import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../texts.ts';
import { useFeed } from '../feed.ts';
import { queryClient, reading } from '../queries.ts';
import { resumeRuns } from '../runs.ts';
import { sessionQuery, signOut } from '../session.ts';
import type { Session } from '../session.ts';
import { AccountMenu } from './account-menu.tsx';
import { NAVIGATION } from './navigation.ts';
import { Running } from './running.tsx';

/** What is around every page of a household: the menu, long work, and the feed that keeps pages fresh. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const router = useRouter();
  // A session that ended, here or by a refused request, leads back to sign-in and from there to this page.
  useEffect(() => {
    if (session === null) void router.invalidate();
  }, [session, router]);
  return session ? <SignedIn session={session} /> : null;
}

function SignedIn({ session }: { session: Session }) {
  const t = useTexts('shell');
  const router = useRouter();
  const [isOpen, { toggle, close }] = useDisclosure();
  const leave = async (): Promise<void> => {
    await signOut();
    queryClient.clear();
    await router.invalidate();
  };
  useFeed(session.household.id);
  useEffect(() => void resumeRuns(), []);
  const { data: household } = useQuery(reading('/household', {}, ['household']));
  const name = household?.data.name ?? session.household.name ?? t('household');
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('menu')}
          />
          <Text fw={650} visibleFrom="sm">
            Ledgerline
          </Text>
          <Text truncate flex={1} c="dimmed">
            {name}
          </Text>
          <AccountMenu onLeave={leave} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('pages')}>
        <AppShell.Section grow component={ScrollArea}>
          {NAVIGATION.map(({ to, text }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={t(text)}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'data-active': true }}
              onClick={close}
            />
          ))}
        </AppShell.Section>
        <Running />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
