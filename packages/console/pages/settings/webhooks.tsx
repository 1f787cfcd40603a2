import { Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
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
  actsOn,
  DialogButton,
  EmptyState,
  Form,
  IN_ROW,
  Loaded,
  Note,
  Rows,
  Section,
  webhookNotice,
} from '../../parts/index.ts';
import { showOnce } from './keys.tsx';

const t = texts('settings');
const act = actsOn('webhook_endpoint', 'webhook_delivery');

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
  const add = (
    <DialogButton label={t('webhooks.add')} variant="filled">
      <NewEndpoint />
    </DialogButton>
  );
  const empty = (
    <EmptyState title={t('webhooks.empty')} action={add}>
      {t('webhooks.empty_text')}
    </EmptyState>
  );
  return (
    <Loaded query={endpoints} empty={empty}>
      {(rows) => (
        <Stack>
          <Group justify="space-between">
            <Note>{t('webhooks.about')}</Note>
            {add}
          </Group>
          {rows.map((endpoint) => (
            <Endpoint key={endpoint.id} of={endpoint} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

const show = ({ data }: { data: Schemas['WebhookEndpointWithSecret'] }): void =>
  showOnce(t('keys.secret'), data.secret);

function Endpoint({ of }: { of: Schemas['WebhookEndpoint'] }) {
  const { id, url, description, enabled, events } = of;
  const path = { id };
  const change = useWrite(
    (on: boolean) => client.patch('/webhook_endpoints/{id}', { path, body: { enabled: on } }),
    ['webhook_endpoint'],
  );
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
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
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
      <Deliveries endpointId={id} />
    </Section>
  );
}

function NewEndpoint() {
  return (
    <Form
      first={{ url: '', description: '', events: [] as Events[number][] }}
      send={({ url, description, events }) => {
        const some = events.length === 0 ? null : events;
        const body = { url: url.trim(), description: description.trim(), events: some };
        return client.post('/webhook_endpoints', { body });
      }}
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
          rows={data}
          cells={({ id, type, status, attempts, answer_status, fault, created_at }) => [
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
            act(
              t('webhooks.again'),
              () => client.post('/webhook_deliveries/{id}/replay', { path: { id } }),
              {
                ...IN_ROW,
                label: `${t('webhooks.again')}: ${type}, ${formats.instant(created_at)}`,
              },
            ),
          ]}
        />
      )}
    </Loaded>
  );
}
