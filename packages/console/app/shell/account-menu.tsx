import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { language, LANGUAGES, setLanguage, texts } from '../texts.ts';
import type { Language } from '../texts.ts';

const t = texts('shell');

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Appearance, language and sign-out. */
export function AccountMenu({ onLeave }: { onLeave: () => Promise<void> }) {
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
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            fw={scheme === colorScheme ? 600 : 400}
            aria-current={scheme === colorScheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`colours.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('language')}</Menu.Label>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <Menu.Item
            key={tag}
            lang={tag}
            fw={tag === language() ? 600 : 400}
            aria-current={tag === language()}
            onClick={() => void setLanguage(tag as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void onLeave()}>{t('sign_out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
