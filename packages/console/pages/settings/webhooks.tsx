import { Group, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '#preflight/webhook-events';
import { client, formats, type Schemas, texts } from '../../app/index.ts';
import { MayWrite, reading, useReadingAll, useWrite } from '../../app/queries.ts';
import { act, DialogButton, IN_ROW } from '../../parts/actions.tsx';
import { webhookNotice } from '../../parts/fault-words.ts';
import { Form } from '../../parts/form.tsx';
import { Loaded, Note, Section } from '../../parts/page.tsx';
import { Listed, noted } from '../../parts/rows.tsx';
import { showOnce } from './keys.tsx';

const t = texts('settings');

export function Webhooks() {
  const endpoints = useReadingAll('/webhook_endpoints');
  const form = (
    <Form
      first={{ url: '', description: '', events: [] as WebhookEvent[] }}
      fields={{
        url: {
          type: 'url',
          label: t('webhooks.url'),
          required: true,
          placeholder: 'https://',
          'data-autofocus': true,
        },
        description: { label: t('webhooks.description'), maxLength: 255 },
        events: {
          input: MultiSelect,
          label: t('webhooks.events'),
          description: t('webhooks.all_events'),
          data: WEBHOOK_EVENT_TYPES,
        },
      }}
      send={({ url, description, events }) => {
        const some = events.length === 0 ? null : events;
        const body = { url: url.trim(), description: description.trim(), events: some };
        return client.post('/webhook_endpoints', { body });
      }}
      then={show}
      submit={t('webhooks.add')}
    />
  );
  const add = <DialogButton label={t('webhooks.add')} form={form} />;
  return (
    <Section title={t('section.webhooks')} about={t('webhooks.about')} actions={add}>
      <Loaded query={endpoints} empty={<Note>{t('webhooks.empty')}</Note>}>
        {(rows) => (
          <Stack>
            {rows.map((endpoint) => (
              <Endpoint key={endpoint.id} of={endpoint} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const show = ({ data }: { data: Schemas['WebhookEndpointWithSecret'] }): void =>
  showOnce(t('keys.secret'), data.secret);

const AGAIN_MS = 2_000;

function Endpoint({ of }: { of: Schemas['WebhookEndpoint'] }) {
  const { id, url, description, enabled, events } = of;
  const path = { id };
  const enable = useWrite((on: boolean) =>
    client.patch('/webhook_endpoints/{id}', { path, body: { enabled: on } }),
  );
  const deliveries = useQuery({
    ...reading('/webhook_deliveries', { query: { webhook_endpoint_id: id, per_page: 10 } }),
    // The feed does not report deliveries.
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ status }) => status === 'pending') === true && AGAIN_MS,
  });
  const replay = (id: string) => () =>
    client.post('/webhook_deliveries/{id}/replay', { path: { id } });
  const about = [description, events?.join(', ') ?? t('webhooks.all_events')];
  const test = () => client.post('/webhook_endpoints/{id}/test', { path });
  const rotate = () => client.post('/webhook_endpoints/{id}/rotate_secret', { path });
  const remove = () => client.delete('/webhook_endpoints/{id}', { path });
  return (
    <Section
      isBoxed
      order={3}
      title={url}
      about={about.filter(Boolean).join(' · ')}
      actions={
        <Switch
          label={t('webhooks.on')}
          aria-label={t('webhooks.enabled', { url })}
          checked={enabled}
          disabled={!use(MayWrite) || enable.isPending}
          onChange={(event) => enable.mutate(event.currentTarget.checked)}
        />
      }
    >
      <Text size="sm" c="red">
        {webhookNotice(of)}
      </Text>
      <Group gap="xs" mt="sm">
        {act(t('webhooks.test'), test)}
        {act(t('webhooks.rotate'), rotate, { then: show })}
        {act(t('webhooks.remove'), remove, { ask: t('webhooks.remove_sure', { url }) })}
      </Group>
      <Listed
        query={deliveries}
        none={t('webhooks.no_deliveries')}
        label={t('webhooks.deliveries')}
        head={[t('webhooks.event'), t('webhooks.status'), t('webhooks.when'), '']}
        endsFrom={3}
        cells={({ id, type, status, attempts, answer_status, fault, created_at }) => [
          type,
          noted(
            <Text size="sm" {...(status === 'failed' && { c: 'red' })}>
              {t(`webhooks.${status}`)}
            </Text>,
            t('webhooks.attempts', { count: attempts }),
            answer_status,
            fault &&
              t(`webhooks.fault.${fault}` as 'webhooks.fault.timeout', { defaultValue: fault }),
          ),
          formats.instant(created_at),
          act(t('webhooks.again'), replay(id), {
            ...IN_ROW,
            label: `${t('webhooks.again')}: ${type}, ${formats.instant(created_at)}`,
          }),
        ]}
      />
    </Section>
  );
}
