import { Group, MultiSelect, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  client,
  formats,
  reading,
  type Schemas,
  texts,
  useReadingAll,
  useWrite,
} from '../../app/index.ts';
import {
  Act,
  DialogButton,
  EmptyState,
  Form,
  Loaded,
  Note,
  Rows,
  webhookNotice,
} from '../../parts/index.ts';
import { ShownOnce } from './keys.tsx';

const t = texts('settings');

type Events = NonNullable<Schemas['NewWebhookEndpoint']['events']>;

/** Which events there are: one that the API knows and this does not is an error of types. */
const EVENTS: Readonly<Record<Events[number], true>> = {
  'sync.completed': true,
  'sync.failed': true,
  'connection.requires_update': true,
  'connection.suspended': true,
  'import.ready': true,
  'import.completed': true,
  'import.failed': true,
  'import.undone': true,
  'import.undo_failed': true,
  'import_session.completed': true,
  'import_session.failed': true,
  'import_session.cancelled': true,
  'import_session.undone': true,
  'import_session.undo_failed': true,
  'rule_run.completed': true,
  'rule_run.failed': true,
  'changes.available': true,
  'webhook_endpoint.disabled': true,
  'household.deleted': true,
};

/** Where events are posted, and how that goes. */
export function Webhooks() {
  const endpoints = useReadingAll('/webhook_endpoints', {}, ['webhook_endpoint']);
  const [secret, setSecret] = useState<string | null>(null);
  const show: Show = ({ data }) => setSecret(data.secret);
  const add = (
    <DialogButton label={t('webhooks.add')} variant="filled">
      {(close) => (
        <NewEndpoint
          show={(created) => {
            close();
            show(created);
          }}
        />
      )}
    </DialogButton>
  );
  const empty = (
    <EmptyState title={t('webhooks.empty')} action={add}>
      {t('webhooks.empty_text')}
    </EmptyState>
  );
  return (
    <Stack>
      <Loaded query={endpoints} empty={empty}>
        {(rows) => (
          <>
            <Group justify="space-between">
              <Note>{t('webhooks.about')}</Note>
              {add}
            </Group>
            {rows.map((endpoint) => (
              <OneEndpoint key={endpoint.id} endpoint={endpoint} show={show} />
            ))}
          </>
        )}
      </Loaded>
      <ShownOnce title={t('keys.secret')} secret={secret} close={() => setSecret(null)} />
    </Stack>
  );
}

type Show = (created: { data: Schemas['WebhookEndpointWithSecret'] }) => void;

function OneEndpoint({ endpoint, show }: { endpoint: Schemas['WebhookEndpoint']; show: Show }) {
  const notice = webhookNotice(endpoint);
  const { id, url, description, enabled, events } = endpoint;
  const path = { id };
  const change = useWrite(
    (on: boolean) => client.patch('/webhook_endpoints/{id}', { path, body: { enabled: on } }),
    ['webhook_endpoint'],
  );
  const about = [description, events?.join(', ') ?? t('webhooks.all_events')];
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Title>
          <Note size="xs">{about.filter(Boolean).join(' · ')}</Note>
          {notice !== null && (
            <Text size="sm" c="red">
              {notice}
            </Text>
          )}
        </div>
        <Switch
          label={t('webhooks.on')}
          aria-label={t('webhooks.enabled', { url })}
          checked={enabled}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </Group>
      <Group gap="xs" mt="sm">
        <Act
          call={() => client.post('/webhook_endpoints/{id}/test', { path })}
          changes={['webhook_delivery']}
        >
          {t('webhooks.test')}
        </Act>
        <Act
          call={() => client.post('/webhook_endpoints/{id}/rotate_secret', { path })}
          then={show}
        >
          {t('webhooks.rotate')}
        </Act>
        <Act
          ask={t('webhooks.remove_sure', { url })}
          call={() => client.delete('/webhook_endpoints/{id}', { path })}
          changes={['webhook_endpoint']}
        >
          {t('webhooks.remove')}
        </Act>
      </Group>
      <Deliveries endpointId={id} />
    </Paper>
  );
}

function NewEndpoint({ show }: { show: Show }) {
  return (
    <Form
      first={{ url: '', description: '', events: [] as Events[number][] }}
      send={({ url, description, events }) =>
        client.post('/webhook_endpoints', {
          body: {
            url: url.trim(),
            description: description.trim(),
            events: events.length === 0 ? null : events,
          },
        })
      }
      changes={['webhook_endpoint']}
      then={show}
      submit={t('webhooks.add')}
    >
      {(field, { events }) => (
        <>
          <TextInput
            type="url"
            label={t('webhooks.url')}
            required
            data-autofocus
            placeholder="https://"
            {...field('url')}
          />
          <TextInput label={t('webhooks.description')} maxLength={255} {...field('description')} />
          <MultiSelect
            label={t('webhooks.events')}
            placeholder={events.length === 0 ? t('webhooks.all_events') : ''}
            data={Object.keys(EVENTS) as Events[number][]}
            {...field('events')}
          />
        </>
      )}
    </Form>
  );
}

/** How soon one that is under way is looked at again: the first attempt follows at once, the others later each time. */
const AGAIN_MS = { first: 1_000, other: 5_000 };

/** The newest deliveries of an endpoint, and a way to send one again. */
function Deliveries({ endpointId }: { endpointId: string }) {
  const query = { webhook_endpoint_id: endpointId, per_page: 10 };
  const deliveries = useQuery({
    ...reading('/webhook_deliveries', { query }, ['webhook_delivery']),
    // Deliveries are not in the feed.
    refetchInterval: ({ state: { data } }) => {
      const pending = data?.data.filter(({ status }) => status === 'pending') ?? [];
      if (pending.length === 0) return false;
      return AGAIN_MS[pending.some(({ attempts }) => attempts === 0) ? 'first' : 'other'];
    },
  });
  return (
    <Loaded query={deliveries} lines={1} empty={<Note mt="sm">{t('webhooks.no_deliveries')}</Note>}>
      {({ data }) => (
        <Rows
          label={t('webhooks.deliveries')}
          head={[t('webhooks.event'), t('webhooks.status'), t('webhooks.when'), '']}
          endsFrom={3}
          rows={data.map(({ id, type, status, attempts, answer_status, fault, created_at }) => ({
            key: id,
            cells: [
              type,
              <>
                <Text size="sm" {...(status === 'failed' && { c: 'red' })}>
                  {t(`webhooks.${status}`)}
                </Text>
                <Note size="xs">
                  {[t('webhooks.attempts', { count: attempts }), answer_status, fault]
                    .filter(Boolean)
                    .join(' · ')}
                </Note>
              </>,
              formats.instant(created_at),
              <Act
                size="compact-xs"
                variant="subtle"
                label={t('webhooks.again_label', {
                  event: type,
                  time: formats.instant(created_at),
                })}
                call={() => client.post('/webhook_deliveries/{id}/replay', { path: { id } })}
                changes={['webhook_delivery']}
              >
                {t('webhooks.again')}
              </Act>,
            ],
          }))}
        />
      )}
    </Loaded>
  );
}
