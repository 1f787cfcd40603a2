import { Badge, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import {
  client,
  followRun,
  formats,
  type Schemas,
  texts,
  useReading,
  useReadingAll,
} from '../../app/index.ts';
import {
  Act,
  connectionNotice,
  DialogButton,
  EmptyState,
  Form,
  Loaded,
  Page,
  Section,
} from '../../parts/index.ts';
import { LatestSync } from './latest-sync.tsx';

const t = texts('connections');

/** The keys of providers: what each reads, how that goes, and what to do when it fails. */
export default function ConnectionsPage() {
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  const add = (
    <DialogButton label={t('add')} variant="filled">
      {(close) => <ConnectionForm close={close} />}
    </DialogButton>
  );
  const empty = (
    <EmptyState title={t('empty')} action={add}>
      {t('empty_text')}
    </EmptyState>
  );
  return (
    <Page title={t('title')} about={t('about')} actions={connections.data?.length ? add : null}>
      <Loaded query={connections} lines={6} empty={empty}>
        {(rows) => (
          <Stack>
            {rows.map((connection) => (
              <Connection
                key={connection.id}
                connection={connection}
                accounts={accounts.filter(
                  ({ provider }) => provider?.connection_id === connection.id,
                )}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

type ProviderConnection = Schemas['ProviderConnection'];

const COLOURS = {
  good: 'sea',
  degraded: 'orange',
  requires_update: 'red',
  suspended: 'red',
  paused: 'gray',
} as const;

/** One key: whether it works, what to do where it does not, and the account by account of its latest sync. */
function Connection({
  connection,
  accounts,
}: {
  connection: ProviderConnection;
  accounts: readonly Schemas['Account'][];
}) {
  const notice = connectionNotice(connection);
  const { id, name, last_synced_at: last, next_sync_at: next } = connection;
  const status = connection.status_reason === 'paused' ? 'paused' : connection.status;
  const query = { provider_connection_id: id, per_page: 1 };
  const sync = useReading('/syncs', { query }, ['sync']).data?.data[0];
  const times = [
    last === null ? t('never_synced') : t('last_synced', { ago: formats.ago(last) }),
    next === null ? t('no_next') : t('next', { ago: formats.ago(next) }),
    `…${connection.api_key_last_four}`,
  ];
  const state = (
    <Badge variant="dot" color={COLOURS[status]}>
      {t(`status.${status}`)}
    </Badge>
  );
  return (
    <Section
      isBoxed
      title={name}
      about={
        <>
          {state} {times.join(' · ')}
        </>
      }
      actions={<Steps connection={connection} {...(sync && { sync })} />}
    >
      {notice !== null && (
        <Text size="sm" maw="80ch">
          {notice}
        </Text>
      )}
      <LatestSync sync={sync} accounts={accounts} />
    </Section>
  );
}

function Steps({ connection, sync }: { connection: ProviderConnection; sync?: Schemas['Sync'] }) {
  const { id, name, status } = connection;
  const path = { id };
  const changes = ['provider_connection', 'sync', 'account'] as const;
  const isAtWork = sync?.finished_at === null;
  const needsKey = status === 'requires_update';
  const change = (label: string, isNext = false) => (
    <DialogButton label={label} title={name} variant={isNext ? 'filled' : 'default'}>
      {(close) => <ConnectionForm close={close} connection={connection} />}
    </DialogButton>
  );
  return (
    <Group gap="xs">
      {needsKey && change(t('enter_key'), true)}
      {status === 'suspended' && (
        <Act
          variant="filled"
          call={() => client.post('/provider_connections/{id}/resume', { path })}
          changes={changes}
        >
          {t('resume')}
        </Act>
      )}
      {(status === 'good' || status === 'degraded') && (
        <Act
          call={() => client.post('/provider_connections/{id}/pause', { path })}
          changes={changes}
        >
          {t('pause')}
        </Act>
      )}
      {isAtWork && (
        <Act
          disabled={sync.cancel_requested}
          call={() => client.post('/syncs/{id}/cancel', { path: { id: sync.id } })}
          changes={changes}
        >
          {t('stop')}
        </Act>
      )}
      {!isAtWork && !needsKey && (
        <Act
          call={() => client.post('/provider_connections/{id}/syncs', { path })}
          changes={changes}
          then={({ data }) => followRun(data, name)}
        >
          {t('sync')}
        </Act>
      )}
      {change(t('edit'))}
      <Act
        ask={t('remove_sure', { name })}
        call={() => client.delete('/provider_connections/{id}', { path })}
        changes={changes}
      >
        {t('remove')}
      </Act>
    </Group>
  );
}

interface Props {
  close: () => void;
  /** The connection that is changed; none: a new one. */
  connection?: Schemas['ProviderConnection'];
}

/** Adds a key, or changes what a connection is called, its key and where its history begins. */
function ConnectionForm({ close, connection }: Props) {
  const first = { name: connection?.name ?? '', key: '', start: connection?.history_start ?? '' };
  async function send({ name, key, start }: typeof first) {
    const common = {
      ...(name.trim() !== '' && { name: name.trim() }),
      history_start: start === '' ? null : start,
    };
    const api_key = key.trim();
    const { data } = await (connection === undefined
      ? client.post('/provider_connections', { body: { ...common, api_key } })
      : client.patch('/provider_connections/{id}', {
          path: { id: connection.id },
          body: { ...common, ...(api_key !== '' && { api_key }) },
        }));
    await followNewest(data.id, data.name);
  }
  return (
    <Form
      first={first}
      send={send}
      changes={['provider_connection', 'sync']}
      then={close}
      submit={t(connection ? 'save' : 'connect')}
    >
      {(field) => (
        <>
          <TextInput label={t('name')} maxLength={255} {...field('name')} />
          <PasswordInput
            label={t(connection ? 'new_key' : 'key')}
            description={connection && t('new_key_hint', { last: connection.api_key_last_four })}
            required={connection === undefined}
            autoComplete="off"
            data-autofocus
            {...field('key')}
          />
          <TextInput
            type="date"
            label={t('history')}
            description={t('history_hint')}
            {...field('start')}
          />
        </>
      )}
    </Form>
  );
}

/** Lists the sync that a new key begins among the work that is under way. */
async function followNewest(connectionId: string, name: string): Promise<void> {
  const query = { provider_connection_id: connectionId, per_page: 1 };
  const [sync] = (await client.get('/syncs', { query })).data;
  if (sync?.finished_at === null) followRun(sync, name);
}
