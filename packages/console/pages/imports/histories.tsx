import { Group, Progress, Text } from '@mantine/core';
import { client, followRun, type Schemas, formats, useReading, texts } from '../../app/index.ts';
import { Act, Note, Sheet, faultWords } from '../../parts/index.ts';
import { Status } from './status.tsx';

const t = texts('imports');

/** Histories that were uploaded in chunks. */
export function Histories() {
  const sessions = useReading('/import_sessions', {}, ['import_session']).data?.data ?? [];
  if (sessions.length === 0) return null;
  return (
    <Sheet
      title={t('histories')}
      head={[t('file'), t('status_label'), '']}
      endsFrom={2}
      rows={sessions.map(rowOf)}
      none=""
    />
  );
}

function rowOf(session: Schemas['ImportSession']) {
  const { id, status, undo_until, client_session_id, created_at, error } = session;
  const { rows_done: done, rows_total: total } = session.progress;
  const name = client_session_id ?? formats.instant(created_at);
  return {
    key: id,
    cells: [
      <>
        {name}
        {error && (
          <Text size="xs" c="red">
            {faultWords(error)}
          </Text>
        )}
      </>,
      <div>
        <Group gap="xs">
          <Status of={status} />
          <Note className="figures">
            {t('rows_done', { done: formats.number(done), total: formats.number(total) })}
          </Note>
        </Group>
        {(status === 'importing' || status === 'undoing') && (
          <Progress
            value={total === 0 ? 0 : (100 * done) / total}
            size="xs"
            mt={4}
            aria-label={name}
          />
        )}
      </div>,
      status === 'complete' && undo_until !== null && (
        <Act
          color="gray"
          ask={t('undo_sure')}
          call={() => client.post('/import_sessions/{id}/undo', { path: { id } })}
          changes={['import_session']}
          then={({ data }) => followRun(data, name)}
        >
          {t('undo')}
        </Act>
      ),
    ],
  };
}
