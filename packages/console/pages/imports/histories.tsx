import { Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { reading } from '../../app/queries.ts';
import { followRun } from '../../app/runs.ts';
import { Act } from '../../parts/act.tsx';
import { Note } from '../../parts/note.tsx';
import { Status } from './status.tsx';
import { useImportTexts } from './texts.ts';

/** Histories that were uploaded in chunks. */
export function Histories() {
  const t = useImportTexts();
  const sessions = useQuery(reading('/import_sessions', {}, ['import_session'])).data?.data ?? [];
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
  const t = useImportTexts();
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
