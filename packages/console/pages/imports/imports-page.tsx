import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, use, useState } from 'react';
import { client, followRun, formats, MayWrite, type Schemas } from '../../app/index.ts';
import { texts, useReading } from '../../app/index.ts';
import { useRuns } from '../../app/runs.ts';
import { act, TextLink } from '../../parts/actions.tsx';
import { EmptyState, Faults, Note, Page, Share } from '../../parts/page.tsx';
import { Listed, Sheet } from '../../parts/rows.tsx';
import { NOT_NAME, useDraft } from './draft.ts';
import { DraftView } from './draft-view.tsx';
import { Status } from './judged-rows.tsx';

const t = texts('imports');

const NOTHING_CHOSEN = {
  ...{ type: null, accountId: null, accountNumber: '', accountCurrency: null },
  ...{ settings: {}, profile: '' },
};

export default function ImportsPage() {
  const [draft, setDraft] = useDraft();
  const open = (file: File) => setDraft({ ...NOTHING_CHOSEN, file });
  if (draft !== null) {
    const close = <Button onClick={() => setDraft(null)}>{t('other_file')}</Button>;
    return (
      <Page title={draft.file.name} about={t('draft_about')} actions={close}>
        <DraftView draft={draft} onChange={setDraft} />
      </Page>
    );
  }
  return (
    <Page title={t('title')} about={t('about')}>
      {use(MayWrite) && <DropZone onFile={open} />}
      <Imports />
    </Page>
  );
}

const HEAD = ['file', 'status_label', 'verdict.new', 'verdict.duplicate', 'uploaded'] as const;

const ACCEPTED =
  '.csv,.tsv,.txt,.xls,.xlsx,.ods,.zip,.xml,.ofx,.qfx,.qif,.sta,.mt940,.940,.942,.ndjson,.json,text/csv';

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const drop = (event: DragEvent): void => {
    over(false)(event);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <Paper
      withBorder
      p="xl"
      data-drop
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
      {...(isOver && { bg: 'var(--mantine-color-teal-light)' })}
    >
      <Stack align="center" gap="xs" ta="center">
        <Text fw={600}>{t('drop')}</Text>
        <Note maw="52ch">{t('drop_about')}</Note>
        <FileButton onChange={(file) => file && onFile(file)} accept={ACCEPTED}>
          {(props) => (
            <Button variant="filled" {...props}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Paper>
  );
}

/** The uploaded histories, and below them the uploaded files. */
function Imports() {
  const sessions = useReading('/import_sessions', {}).data?.data ?? [];
  // The feed does not report their progress, and only this page knows that an upload is still going on.
  const underWay = useRuns().flatMap(({ run, isOver }) => ('chunks' in run && !isOver ? run : []));
  const shown = new Map([...sessions, ...underWay].map((session) => [session.id, session]));
  return (
    <>
      <Sheet
        title={t('histories')}
        head={[t('file'), t('status_label'), '']}
        endsFrom={2}
        rows={[...shown.values()]}
        cells={(session) => cellsOf(session, underWay.includes(session))}
      />
      <Listed
        query={useReading('/imports', { query: { per_page: 50 } })}
        empty={sessions.length === 0 && <EmptyState title={t('none')} text={t('none_about')} />}
        label={t('title')}
        head={HEAD.map((name) => t(name))}
        endsFrom={2}
        cells={({ id, filename, status, verdicts, created_at, warnings }) => [
          <TextLink to="/app/imports/$id" params={{ id }} size="sm">
            {filename}
          </TextLink>,
          <>
            <Status of={status} />
            {warnings.length > 0 && (
              <Note size="xs">{t('warnings', { count: warnings.length })}</Note>
            )}
          </>,
          verdicts && formats.number(verdicts.new),
          verdicts && formats.number(verdicts.duplicate),
          <Note component="time" dateTime={created_at}>
            {formats.ago(created_at)}
          </Note>,
        ]}
      />
    </>
  );
}

function cellsOf(session: Schemas['ImportSession'], isUnderWay: boolean) {
  const { id, status, undo_until, client_session_id: known, error } = session;
  const { rows_done: done, rows_total: total } = session.progress;
  const name = known?.replace(NOT_NAME, '') ?? formats.instant(session.created_at);
  const mayResume = status === 'pending' && !isUnderWay && NOT_NAME.test(known ?? '');
  const undo = () => client.post('/import_sessions/{id}/undo', { path: { id } });
  return [
    <>
      {name}
      <Faults of={error ? [error] : []} />
      {mayResume && <Note size="xs">{t('resume')}</Note>}
    </>,
    <div>
      <Group gap="xs">
        <Status of={isUnderWay && status === 'pending' ? 'uploading' : status} />
        <Note>{t('rows_done', { done, total })}</Note>
      </Group>
      {(isUnderWay || status === 'importing' || status === 'undoing') && (
        <Share done={done} total={total} label={name} />
      )}
    </div>,
    status === 'complete' &&
      undo_until !== null &&
      act(t('undo'), undo, {
        color: 'gray',
        ask: t('undo_sure'),
        then: ({ data }) => followRun(data, name),
      }),
  ];
}
