import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { client, queryClient, texts, useReading, useReadingAll } from '../../app/index.ts';
import { forgetSession, sessionKey, sessionQuery } from '../../app/session.ts';
import { act, IN_ROW } from '../../parts/actions.tsx';
import { AMONG_MANY, CURRENCIES, Form } from '../../parts/form.tsx';
import { useLookups } from '../../parts/lookups.ts';
import { Loaded, Page, Section } from '../../parts/page.tsx';
import { Listed } from '../../parts/rows.tsx';
import { Keys } from './keys.tsx';
import { Webhooks } from './webhooks.tsx';

const t = texts('settings');
const types = texts('imports');

export default function SettingsPage() {
  const household = useReading('/household', {});
  const { nameOf } = useLookups();
  const mayManage = useQuery(sessionQuery).data?.scopes.includes('read_write') ?? false;
  const remove = (id: string) => () => client.delete('/import_profiles/{id}', { path: { id } });
  return (
    <Page title={t('title')}>
      <Section title={t('section.household')}>
        <Loaded query={household}>
          {({ data: { name, currency, time_zone }, etag: ifMatch }) => (
            <Form
              first={{ name, currency, time_zone }}
              fields={{
                name: { label: t('name'), required: true, maxLength: 255 },
                currency: {
                  ...AMONG_MANY,
                  data: CURRENCIES,
                  label: t('household.currency'),
                  description: t('household.currency_hint'),
                },
                time_zone: {
                  ...AMONG_MANY,
                  label: t('household.zone'),
                  description: t('household.zone_hint'),
                  data: [...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
                },
              }}
              send={(body) => {
                notifications.hide('saved');
                const trimmed = { ...body, name: body.name.trim() };
                return client.patch('/household', { body: trimmed, ifMatch });
              }}
              then={() => notifications.show({ id: 'saved', message: t('saved') })}
              submit={t('save')}
            />
          )}
        </Loaded>
      </Section>
      {mayManage && <Keys />}
      <Webhooks />
      <Section title={t('section.profiles')} about={t('profiles.about')}>
        <Listed
          query={useReadingAll('/import_profiles')}
          label={t('section.profiles')}
          head={[t('name'), t('profiles.type'), t('profiles.account'), '']}
          endsFrom={3}
          none={t('profiles.empty')}
          cells={({ id, name, type, account_id: account }) => [
            name,
            types(`type.${type}`),
            account === null ? t('profiles.any') : nameOf(account),
            act(t('profiles.remove'), remove(id), {
              ...IN_ROW,
              color: 'red',
              label: t('profiles.remove_label', { name }),
            }),
          ]}
        />
      </Section>
      <Data mayDelete={mayManage} />
    </Page>
  );
}

function Data({ mayDelete }: { mayDelete: boolean }) {
  return (
    <>
      <Section title={t('data.export')} about={t('data.export_about')}>
        <Button component="a" href="/api/v1/export" download="ledgerline.ndjson">
          {t('data.download')}
        </Button>
      </Section>
      {mayDelete && <Deletion />}
    </>
  );
}

function Deletion() {
  const [typed, setTyped] = useInputState('');
  const remove = (confirm: string) => () =>
    client.delete('/household', { query: { confirm } }).then(forgetSession);
  return (
    <Loaded query={useReading('/household', {})}>
      {({ data: { id: confirm, name } }) => (
        <Section title={t('data.delete')} about={t('data.delete_about')}>
          <Group align="flex-end">
            <TextInput
              label={t('data.type_name', { name })}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
            />
            {act(t('data.delete'), remove(confirm), {
              size: 'sm',
              disabled: typed.trim() !== name,
              ask: t('data.delete_sure'),
              // Deleting the household disables its keys, and so ends this session.
              then: () => queryClient.setQueryData(sessionKey, null),
            })}
          </Group>
        </Section>
      )}
    </Loaded>
  );
}
