import { Link, Outlet } from '@tanstack/react-router';
import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { AccountMenu } from './account-menu.tsx';

const t = texts('shell');

interface Props {
  /** Whose pages they are. */
  title: string;
  /** The menu, in its order; `href` leads out of these pages. */
  pages: readonly { label: string; to?: string; href?: string }[];
  onLeave: () => Promise<void>;
  /** What lies below the menu. */
  children?: ReactNode;
}

/** What is around every page: the head and the menu, which is folded away on a phone. */
export function Frame({ title, pages, onLeave, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure();
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
            aria-expanded={isOpen}
          />
          <Text fw={650} visibleFrom="sm">
            Ledgerline
          </Text>
          <Text truncate flex={1} c="dimmed" dir="auto">
            {title}
          </Text>
          <AccountMenu onLeave={onLeave} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('pages')}>
        <AppShell.Section grow component={ScrollArea}>
          {pages.map(({ label, to, href }) =>
            to === undefined ? (
              <NavLink key={label} label={label} href={href} />
            ) : (
              <NavLink
                key={label}
                label={label}
                component={Link}
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ 'data-active': true }}
                onClick={close}
              />
            ),
          )}
        </AppShell.Section>
        {children}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
