import { Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import {
  client,
  followRun,
  type Schemas,
  useFormats,
  useReading,
  useTexts,
} from '../../app/index.ts';
import { Act, Note } from '../../parts/index.ts';
import { Status } from './status.tsx';

/** Histories that were uploaded in chunks. */
export function Histories() {
  const t = useTexts('imports');
  const sessions = useReading('/import_sessions', {}, ['import_session']).data?.data ?? [];
  if (sessions.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>{t('histories')}</Title>
      <Table aria-label={t('histories')}>
        <Table.Tbody>
          {sessions.map((session) => (
            <History key={session.id} session={session} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function History({ session }: { session: Schemas['ImportSession'] }) {
  const t = useTexts('imports');
  const formats = useFormats();
  const { id, status, progress, undo_until, client_session_id, created_at, error } = session;
  const name = client_session_id ?? formats.instant(created_at);
  const share = progress.rows_total === 0 ? 0 : (100 * progress.rows_done) / progress.rows_total;
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {error && (
          <Text size="xs" c="red">
            {error.message ?? error.code}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Status of={status} />
          <Note className="figures">
            {t('rows_done', {
              done: formats.number(progress.rows_done),
              total: formats.number(progress.rows_total),
            })}
          </Note>
        </Group>
        {(status === 'importing' || status === 'undoing') && (
          <Progress value={share} size="xs" mt={4} aria-label={name} />
        )}
      </Table.Td>
      <Table.Td ta="right">
        {status === 'complete' && undo_until !== null && (
          <Act
            color="gray"
            ask={t('undo_sure')}
            call={() => client.post('/import_sessions/{id}/undo', { path: { id } })}
            changes={['import_session']}
            then={({ data }) => followRun(data, name)}
          >
            {t('undo')}
          </Act>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
