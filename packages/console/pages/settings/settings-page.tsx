import { Button, Group, Select, Stack, Tabs, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { notifications } from '@mantine/notifications';
import { useInputState } from '@mantine/hooks';
import { client, queryClient, texts, useReading, useReadingAll } from '../../app/index.ts';
import { act, ButtonLink, IN_ROW } from '../../parts/actions.tsx';
import { Form } from '../../parts/form.tsx';
import { useLookups } from '../../parts/lookups.ts';
import { EmptyState, Loaded, Note, Page, Section } from '../../parts/page.tsx';
import { Rows } from '../../parts/rows.tsx';
import { SECTIONS } from '../../app/search.ts';
import { sessionKey } from '../../app/session.ts';
import { Keys } from './keys.tsx';
import { Webhooks } from './webhooks.tsx';

const t = texts('settings');
const types = texts('imports');

const CONTENT = {
  household: <HouseholdForm />,
  keys: <Keys />,
  webhooks: <Webhooks />,
  profiles: <Profiles />,
  data: <Data />,
};

/** What belongs to the household as a whole, section by section. */
export default function SettingsPage() {
  const navigate = useNavigate({ from: '/settings' });
  const { section = 'household' } = useSearch({ from: '/shell/settings' });
  return (
    <Page title={t('title')}>
      <Tabs
        value={section}
        keepMounted={false}
        onChange={(value) =>
          void navigate({ search: { section: value as typeof section }, replace: true })
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
            {CONTENT[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** Name, currency and time zone. */
function HouseholdForm() {
  const household = useReading('/household', {});
  const choice = { input: Select, searchable: true, allowDeselect: false, limit: 50 };
  return (
    <Loaded query={household}>
      {({ data: { name, currency, time_zone, updated_at } }) => (
        <Form
          key={updated_at}
          first={{ name, currency, time_zone }}
          fields={{
            name: { label: t('name'), required: true, maxLength: 255 },
            currency: {
              ...choice,
              label: t('household.currency'),
              description: t('household.currency_hint'),
              data: Intl.supportedValuesOf('currency'),
            },
            time_zone: {
              ...choice,
              label: t('household.zone'),
              description: t('household.zone_hint'),
              data: [...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
            },
          }}
          send={(body) => client.patch('/household', { body: { ...body, name: body.name.trim() } })}
          then={() => notifications.show({ message: t('saved') })}
          submit={t('save')}
        />
      )}
    </Loaded>
  );
}

/** The settings that files of a bank are read with. */
function Profiles() {
  const profiles = useReadingAll('/import_profiles');
  const { names } = useLookups();
  const remove = (id: string) => () => client.delete('/import_profiles/{id}', { path: { id } });
  const importFile = <ButtonLink to="/imports">{t('profiles.import')}</ButtonLink>;
  const empty = (
    <EmptyState title={t('profiles.empty')} text={t('profiles.empty_text')} action={importFile} />
  );
  return (
    <Loaded query={profiles} empty={empty}>
      {(rows) => (
        <>
          <Note mb="sm">{t('profiles.about')}</Note>
          <Rows
            label={t('section.profiles')}
            head={[t('name'), t('profiles.type'), t('profiles.account'), '']}
            endsFrom={3}
            rows={rows}
            cells={({ id, name, type, account_id: account }) => [
              name,
              types(`type.${type}`),
              names.get(account ?? '') ?? t('profiles.any'),
              act(t('profiles.remove'), remove(id), {
                ...IN_ROW,
                color: 'red',
                label: t('profiles.remove_label', { name }),
              }),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** Taking everything along, and what ends the household. */
function Data() {
  const [typed, setTyped] = useInputState('');
  return (
    <Stack gap="xl" maw="70ch">
      <Section title={t('data.export')} about={t('data.export_about')}>
        <Button component="a" href="/api/v1/export" download="ledgerline.ndjson">
          {t('data.download')}
        </Button>
      </Section>
      <Loaded query={useReading('/household', {})}>
        {({ data: { id: confirm, name } }) => (
          <Section
            title={t('data.delete')}
            about={`${t('data.delete_about')} ${t('data.removal')}`}
          >
            <Group align="flex-end">
              <TextInput
                flex="1 1 240px"
                label={t('data.type_name', { name })}
                value={typed}
                onChange={setTyped}
                autoComplete="off"
              />
              {act(t('data.delete'), () => client.delete('/household', { query: { confirm } }), {
                size: 'sm',
                disabled: typed.trim() !== name,
                ask: t('data.delete_sure'),
                // Its keys are closed, and with them this session.
                then: () => queryClient.setQueryData(sessionKey, null),
              })}
            </Group>
          </Section>
        )}
      </Loaded>
    </Stack>
  );
}
