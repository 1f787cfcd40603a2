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
  actsOn,
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
const act = actsOn('provider_connection', 'sync', 'account');

/** The keys of providers: what each reads, how that goes, and what to do when it fails. */
export default function ConnectionsPage() {
  const connections = useReadingAll('/provider_connections', {}, ['provider_connection']);
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  const add = (
    <DialogButton label={t('add')} variant="filled">
      <ConnectionForm />
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
            {rows.map((of) => (
              <Connection
                key={of.id}
                of={of}
                accounts={accounts.filter(({ provider }) => provider?.connection_id === of.id)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const COLOURS = {
  good: 'sea',
  degraded: 'orange',
  requires_update: 'red',
  suspended: 'red',
  paused: 'gray',
} as const;

interface Props {
  of: Schemas['ProviderConnection'];
  accounts: readonly Schemas['Account'][];
}

/** One key: whether it works, what to do where it does not, and the account by account of its latest sync. */
function Connection({ of, accounts }: Props) {
  const { id, name, last_synced_at: last, next_sync_at: next } = of;
  const status = of.status_reason === 'paused' ? 'paused' : of.status;
  const query = { provider_connection_id: id, per_page: 1 };
  const sync = useReading('/syncs', { query }, ['sync']).data?.data[0];
  const times = [
    last === null ? t('never_synced') : t('last_synced', { ago: formats.ago(last) }),
    next === null ? t('no_next') : t('next', { ago: formats.ago(next) }),
    `…${of.api_key_last_four}`,
  ];
  const about = (
    <>
      <Badge variant="dot" color={COLOURS[status]}>
        {t(`status.${status}`)}
      </Badge>{' '}
      {times.join(' · ')}
    </>
  );
  return (
    <Section isBoxed title={name} about={about} actions={<Steps of={of} sync={sync} />}>
      <Text size="sm" maw="80ch">
        {connectionNotice(of)}
      </Text>
      <LatestSync sync={sync} accounts={accounts} />
    </Section>
  );
}

function Steps({ of, sync }: { of: Props['of']; sync: Schemas['Sync'] | undefined }) {
  const { id, name, status } = of;
  const path = { id };
  const isAtWork = sync?.finished_at === null;
  const needsKey = status === 'requires_update';
  const change = (label: string, isNext = false) => (
    <DialogButton label={label} title={name} variant={isNext ? 'filled' : 'default'}>
      <ConnectionForm connection={of} />
    </DialogButton>
  );
  const follow = ({ data }: { data: Schemas['Sync'] }) => followRun(data, name);
  const resume = () => client.post('/provider_connections/{id}/resume', { path });
  const pause = () => client.post('/provider_connections/{id}/pause', { path });
  const begin = () => client.post('/provider_connections/{id}/syncs', { path });
  const remove = () => client.delete('/provider_connections/{id}', { path });
  return (
    <Group gap="xs">
      {needsKey && change(t('enter_key'), true)}
      {status === 'suspended' && act(t('resume'), resume, { variant: 'filled' })}
      {(status === 'good' || status === 'degraded') && act(t('pause'), pause)}
      {isAtWork &&
        act(t('stop'), () => client.post('/syncs/{id}/cancel', { path: { id: sync.id } }), {
          disabled: sync.cancel_requested,
        })}
      {!isAtWork && !needsKey && act(t('sync'), begin, { then: follow })}
      {change(t('edit'))}
      {act(t('remove'), remove, { ask: t('remove_sure', { name }) })}
    </Group>
  );
}

/** Adds a key; or, of a connection that is there, changes what a connection is called, its key and where its history begins. */
function ConnectionForm({ connection }: { connection?: Props['of'] }) {
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
