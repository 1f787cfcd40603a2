import { Link, Outlet } from '@tanstack/react-router';
import { AppShell, Burger, Button, Group, Menu, NavLink, ScrollArea, Text } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { language, LANGUAGES, setLanguage, texts } from '../texts.ts';

const t = texts('shell');

interface Props {
  title: string;
  pages: readonly { label: string; to: string; isElsewhere?: boolean }[];
  onLeave: () => Promise<void>;
  children?: ReactNode;
}

export function Frame({ title, pages, onLeave, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const leaveMenu = ({ key }: { key: string }): void => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.focus();
  };
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
      onKeyDown={leaveMenu}
    >
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            ref={burger}
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
          {pages.map(({ label, to, isElsewhere = false }) => (
            <NavLink
              key={label}
              label={label}
              component={Link}
              to={to}
              reloadDocument={isElsewhere}
              activeOptions={{ exact: to === pages[0]?.to, includeSearch: false }}
              activeProps={{ 'data-active': true }}
              onClick={close}
            />
          ))}
        </AppShell.Section>
        {children}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} style={{ outline: 'none' }}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function AccountMenu({ onLeave }: { onLeave: () => Promise<void> }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`${language().toUpperCase()} ▾ ${t('account_menu')}`}
        >
          {language().toUpperCase()} ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('appearance')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => setColorScheme(chosen as 'auto')}
        >
          {(['light', 'dark', 'auto'] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`colours.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('language')}</Menu.Label>
        <Menu.RadioGroup value={language()} onChange={setLanguage}>
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <Menu.RadioItem key={tag} value={tag} lang={tag}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void onLeave()}>{t('sign_out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
