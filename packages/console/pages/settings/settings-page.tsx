import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { texts } from '../../app/index.ts';
import { Page } from '../../parts/index.ts';
import { Data } from './data.tsx';
import { HouseholdForm } from './household-form.tsx';
import { Keys } from './keys.tsx';
import { Profiles } from './profiles.tsx';
import { SECTIONS } from './sections.ts';
import type { Section } from './sections.ts';
import { Webhooks } from './webhooks.tsx';

const t = texts('settings');

const CONTENT = {
  household: HouseholdForm,
  keys: Keys,
  webhooks: Webhooks,
  profiles: Profiles,
  data: Data,
};

/** What belongs to the household as a whole, section by section. */
export function SettingsPage() {
  const navigate = useNavigate({ from: '/settings' });
  const { section = 'household' } = useSearch({ from: '/shell/settings' });
  const Content = CONTENT[section];
  return (
    <Page title={t('title')}>
      <Tabs
        value={section}
        onChange={(value) =>
          void navigate({ search: { section: value as Section }, replace: true })
        }
      >
        <Tabs.List aria-label={t('sections')} mb="md">
          {SECTIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`section.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SECTIONS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === section && <Content />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
