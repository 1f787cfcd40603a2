import {
  Button,
  Group,
  MultiSelect,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure, useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  client,
  queryClient,
  readingAll,
  type Schemas,
  useTexts,
  useWrite,
} from '../../app/index.ts';
import { Act, Dialog, EmptyState, Form, Loaded, Note } from '../../parts/index.ts';
import { Deliveries } from './deliveries.tsx';
import { ShownOnce } from './shown-once.tsx';

type Endpoint = Schemas['WebhookEndpoint'];
type Events = NonNullable<Schemas['NewWebhookEndpoint']['events']>;

const ENDPOINTS = readingAll('/webhook_endpoints', {}, []);
// Endpoints are not in the feed.
const readAgain = () => queryClient.invalidateQueries(ENDPOINTS);

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
  const t = useTexts('settings');
  const endpoints = useQuery(ENDPOINTS);
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const show = ({ data }: { data: Schemas['WebhookEndpointWithSecret'] }): void => {
    void readAgain();
    close();
    setSecret(data.secret);
  };
  const add = (
    <Button variant="filled" onClick={open}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Stack>
      <Loaded query={endpoints}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('webhooks.empty')} action={add}>
              {t('webhooks.empty_text')}
            </EmptyState>
          ) : (
            <>
              <Group justify="space-between">
                <Note>{t('webhooks.about')}</Note>
                {add}
              </Group>
              {rows.map((endpoint) => (
                <OneEndpoint key={endpoint.id} endpoint={endpoint} show={show} />
              ))}
            </>
          )
        }
      </Loaded>
      <Dialog title={t('webhooks.add')} isOpen={isOpen} close={close}>
        <NewEndpoint show={show} />
      </Dialog>
      <ShownOnce title={t('keys.secret')} secret={secret} close={() => setSecret(null)} />
    </Stack>
  );
}

type Show = (created: { data: Schemas['WebhookEndpointWithSecret'] }) => void;

function OneEndpoint({ endpoint, show }: { endpoint: Endpoint; show: Show }) {
  const t = useTexts('settings');
  const { id, url, description, enabled, notice, events } = endpoint;
  const path = { id };
  const change = useWrite(
    (on: boolean) => client.patch('/webhook_endpoints/{id}', { path, body: { enabled: on } }),
    [],
    readAgain,
  );
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Title>
          <Note size="xs">
            {[description, events?.join(', ') ?? t('webhooks.all_events')]
              .filter(Boolean)
              .join(' · ')}
          </Note>
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
          changes={[]}
          then={() => queryClient.invalidateQueries({ queryKey: ['/webhook_deliveries'] })}
        >
          {t('webhooks.test')}
        </Act>
        <Act
          call={() => client.post('/webhook_endpoints/{id}/rotate_secret', { path })}
          changes={[]}
          then={show}
        >
          {t('webhooks.rotate')}
        </Act>
        <Act
          ask={t('webhooks.remove_sure', { url })}
          call={() => client.delete('/webhook_endpoints/{id}', { path })}
          changes={[]}
          then={readAgain}
        >
          {t('webhooks.remove')}
        </Act>
      </Group>
      <Deliveries endpointId={id} />
    </Paper>
  );
}

function NewEndpoint({ show }: { show: Show }) {
  const t = useTexts('settings');
  const [url, setUrl] = useInputState('');
  const [description, setDescription] = useInputState('');
  const [events, setEvents] = useState<string[]>([]);
  const create = useWrite(
    () =>
      client.post('/webhook_endpoints', {
        body: {
          url: url.trim(),
          description: description.trim(),
          events: events.length === 0 ? null : (events as Events),
        },
      }),
    [],
    show,
  );
  return (
    <Form send={() => create.mutate()}>
      <TextInput
        type="url"
        label={t('webhooks.url')}
        required
        data-autofocus
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <TextInput
        label={t('webhooks.description')}
        maxLength={255}
        value={description}
        onChange={setDescription}
      />
      <MultiSelect
        label={t('webhooks.events')}
        placeholder={events.length === 0 ? t('webhooks.all_events') : ''}
        data={Object.keys(EVENTS)}
        value={events}
        onChange={setEvents}
      />
      <Button type="submit" variant="filled" loading={create.isPending}>
        {t('webhooks.add')}
      </Button>
    </Form>
  );
}
