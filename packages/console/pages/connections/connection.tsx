import { Badge, Group, Text } from '@mantine/core';
import { client, followRun, type Schemas, formats, useReading, texts } from '../../app/index.ts';
import { Act, DialogButton, Section, connectionNotice } from '../../parts/index.ts';
import { ConnectionForm } from './connection-form.tsx';
import { LatestSync } from './latest-sync.tsx';

const t = texts('connections');

type ProviderConnection = Schemas['ProviderConnection'];

const COLOURS = {
  good: 'sea',
  degraded: 'orange',
  requires_update: 'red',
  suspended: 'red',
  paused: 'gray',
} as const;

/** One key: whether it works, what to do where it does not, and the account by account of its latest sync. */
export function Connection({
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
