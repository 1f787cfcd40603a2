import { Button } from '@mantine/core';
import { formats, useReading, texts } from '../../app/index.ts';
import { EmptyState, Loaded, Note, Page, Rows, TextLink } from '../../parts/index.ts';
import { useDraft } from './draft.ts';
import { DraftView } from './draft-view.tsx';
import { DropZone } from './drop-zone.tsx';
import { Histories } from './histories.tsx';
import { Status } from './status.tsx';

const t = texts('imports');

/** The imports of the household, and the file that is looked at before it becomes one. */
export function ImportsPage() {
  const [draft, setDraft] = useDraft();
  const open = (file: File) =>
    setDraft({ file, type: null, accountId: null, accountNumber: '', settings: {}, profile: '' });
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
      <DropZone onFile={open} />
      <ImportList />
      <Histories />
    </Page>
  );
}

function ImportList() {
  const imports = useReading('/imports', { query: { per_page: 50 } }, ['import']);
  return (
    <Loaded query={imports} empty={<EmptyState title={t('none')}>{t('none_about')}</EmptyState>}>
      {({ data }) => (
        <Rows
          label={t('title')}
          head={[
            ...[t('file'), t('status_label'), t('verdict.new'), t('verdict.duplicate')],
            t('uploaded'),
          ]}
          endsFrom={2}
          rows={data.map(({ id, filename, status, verdicts, created_at }) => ({
            key: id,
            cells: [
              <TextLink to="/imports/$id" params={{ id }} size="sm">
                {filename}
              </TextLink>,
              <Status of={status} />,
              verdicts && formats.number(verdicts.new),
              verdicts && formats.number(verdicts.duplicate),
              <Note component="time" dateTime={created_at}>
                {formats.ago(created_at)}
              </Note>,
            ],
          }))}
        />
      )}
    </Loaded>
  );
}
