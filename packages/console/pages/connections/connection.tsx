import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { reading, useWrite } from '../../app/queries.ts';
import { followRun } from '../../app/runs.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { LatestSync } from './latest-sync.tsx';
import { useConnectionsTexts } from './texts.ts';

type ProviderConnection = Schemas['ProviderConnection'];

const COLOURS = {
  good: 'sea',
  degraded: 'orange',
  requires_update: 'red',
  suspended: 'red',
} as const;

/** One key: whether it works, what to do where it does not, and the account by account of its latest sync. */
export function Connection({
  connection,
  accounts,
}: {
  connection: ProviderConnection;
  accounts: readonly Schemas['Account'][];
}) {
  const t = useConnectionsTexts();
  const formats = useFormats();
  const { id, name, status, notice, last_synced_at: last, next_sync_at: next } = connection;
  const query = { provider_connection_id: id, per_page: 1 };
  const sync = useQuery(reading('/syncs', { query }, ['sync'])).data?.data[0];
  const times = [
    last === null ? t('never_synced') : t('last_synced', { ago: formats.ago(last) }),
    next === null ? t('no_next') : t('next', { ago: formats.ago(next) }),
    `…${connection.api_key_last_four}`,
  ];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`connection-${id}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Title order={2} id={`connection-${id}`}>
              {name}
            </Title>
            <Badge variant="dot" color={COLOURS[status]}>
              {t(`status.${status}`)}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {times.join(' · ')}
          </Text>
        </div>
        <Steps connection={connection} sync={sync} />
      </Group>
      {notice !== null && (
        <Text size="sm" mt="xs" maw="80ch">
          {notice}
        </Text>
      )}
      <LatestSync sync={sync} accounts={accounts} />
    </Paper>
  );
}

function Steps({
  connection,
  sync,
}: {
  connection: ProviderConnection;
  sync: Schemas['Sync'] | undefined;
}) {
  const t = useConnectionsTexts();
  const { id, name, status } = connection;
  const path = { id };
  const [isOpen, form] = useDisclosure();
  const types = ['provider_connection', 'sync', 'account'] as const;
  const start = useWrite(
    () => client.post('/provider_connections/{id}/syncs', { path }),
    types,
    ({ data }) => void followRun(data, name).catch(() => undefined),
  );
  const stop = useWrite(
    (syncId: string) => client.post('/syncs/{id}/cancel', { path: { id: syncId } }),
    types,
  );
  const resume = useWrite(() => client.post('/provider_connections/{id}/resume', { path }), types);
  const remove = useWrite(() => client.delete('/provider_connections/{id}', { path }), types);
  const needsKey = status === 'requires_update';
  return (
    <Group gap="xs">
      {needsKey && (
        <Button size="xs" onClick={form.open}>
          {t('enter_key')}
        </Button>
      )}
      {status === 'suspended' && (
        <Button size="xs" loading={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      )}
      {sync?.finished_at === null ? (
        <Button
          size="xs"
          variant="default"
          disabled={sync.cancel_requested}
          onClick={() => stop.mutate(sync.id)}
        >
          {t('stop')}
        </Button>
      ) : (
        !needsKey && (
          <Button
            size="xs"
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('sync')}
          </Button>
        )
      )}
      <Button size="xs" variant="default" onClick={form.open}>
        {t('edit')}
      </Button>
      <AskFirst
        size="xs"
        question={t('remove_sure', { name })}
        loading={remove.isPending}
        onSure={() => remove.mutate()}
      >
        {t('remove')}
      </AskFirst>
      <ConnectionForm isOpen={isOpen} close={form.close} connection={connection} />
    </Group>
  );
}
