import { use, useState } from 'react';
import { Checkbox, Fieldset, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { importMayMove } from '#preflight/states';
import { client, followRun, formats, MayWrite, reading } from '../../app/index.ts';
import { type Schemas, texts, useWrite } from '../../app/index.ts';
import { act, TextLink } from '../../parts/actions.tsx';
import { Loaded, Note, Page, Share, Warnings } from '../../parts/page.tsx';
import { JudgedRows, Kept, Status } from './judged-rows.tsx';
import { faultWordsOf, warningWords } from './said.ts';
import { HowRead, type HowReadProps } from './settings.tsx';

const t = texts('imports');

export default function ImportPage() {
  const { id } = useParams({ from: '/app/imports/$id' });
  const query = useQuery({
    ...reading('/imports/{id}', { path: { id } }),
    // The feed reports when an import has ended, but not the progress of a worker.
    refetchInterval: ({ state }) => (isAtWork(state.data?.data) ? 1_000 : false),
  });
  return (
    <Loaded query={query} page={t('title')}>
      {({ data }) => <Shown of={data} />}
    </Loaded>
  );
}

const isAtWork = (of?: Schemas['Import']): boolean =>
  of !== undefined && (/^(publishing|undoing)$/.test(of.status) || of.verdicts === null);

function Shown({ of }: { of: Schemas['Import'] }) {
  const { error, errors, undo_until } = of;
  const { rows_done: done, rows_total: total } = of.progress;
  // Publishing compares the rows once more; the page still says "writing", so as not to seem to go back.
  const step = of.verdicts === null ? 'judging' : of.status === 'undoing' ? 'undoing' : 'writing';
  const faults = error === null ? errors : [error, ...errors];
  const said = faults.map((fault) => faultWordsOf(fault, of));
  return (
    <Page title={of.filename} about={<Status of={of.status} />} actions={<Actions of={of} />}>
      {isAtWork(of) && (
        <div role="status">
          <Text size="sm">
            {t(`step.${step}`)} {t('rows_done', { done, total })}
          </Text>
          <Share done={done} total={total} label={of.filename} />
        </div>
      )}
      <Warnings color="red" title={t('faults')} of={said} />
      <Warnings of={warningWords(of)} />
      {of.status === 'complete' && 'transactions' in (of.summary.created ?? {}) && (
        <TextLink to="/app/transactions" search={{ import_id: of.id }} size="sm">
          {t('its_transactions')}
        </TextLink>
      )}
      {undo_until !== null && <Note>{t('undo_until', { day: formats.instant(undo_until) })}</Note>}
      <Reading of={of} />
      {of.status === 'undone' && <Kept importId={of.id} />}
      <JudgedRows of={of} />
    </Page>
  );
}

/** How the file was read. As long as the import may be edited, another setting has it read again. */
function Reading({ of }: { of: Schemas['Import'] }) {
  const { id, settings, inferred_settings: inferred } = of;
  const chosen = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !inferred.includes(name)),
  );
  const { mutate, isPending } = useWrite((wanted: HowReadProps['chosen']) => {
    const left = Object.fromEntries(Object.keys(chosen).map((name) => [name, null] as const));
    const body = { ...left, ...wanted, apply_suggestions: true };
    return client.patch('/imports/{id}', { path: { id }, body });
  });
  const mayEdit = use(MayWrite) && importMayMove(of.status, 'edit');
  return (
    <Fieldset variant="unstyled" disabled={!mayEdit || isPending}>
      <HowRead of={of} profile={of.profile} chosen={chosen} onChoose={mutate} />
    </Fieldset>
  );
}

function Actions({ of }: { of: Schemas['Import'] }) {
  const navigate = useNavigate();
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const path = { id: of.id };
  const then = ({ data }: { data: Schemas['Import'] }) => followRun(data, of.filename);
  const body = { skip_invalid: skipsInvalid };
  const { invalid, new: added, update } = of.verdicts ?? { invalid: 0, new: 0, update: 0 };
  const count = added + update;
  const isOpen = importMayMove(of.status, 'publish') && of.verdicts !== null;
  const mayPublish = isOpen && count > 0;
  const publish = () => client.post('/imports/{id}/publish', { path, body });
  const undo = () => client.post('/imports/{id}/undo', { path });
  return (
    <Group gap="xs">
      {isOpen && count === 0 && <Note>{t('nothing_new')}</Note>}
      {mayPublish && invalid > 0 && (
        <Checkbox
          label={t('skip_invalid', { count: invalid })}
          checked={skipsInvalid}
          onChange={({ currentTarget }) => setSkipsInvalid(currentTarget.checked)}
        />
      )}
      {mayPublish &&
        act(t('publish', { count }), publish, {
          then,
          variant: 'filled',
          disabled: (invalid > 0 && !skipsInvalid) || of.errors.length > 0,
        })}
      {importMayMove(of.status, 'undo') &&
        act(t('undo'), undo, { then, color: 'gray', ask: t('undo_sure') })}
      {importMayMove(of.status, 'delete') &&
        act(t('delete'), () => client.delete('/imports/{id}', { path }), {
          ask: t('delete_sure'),
          then: () => void navigate({ to: '/app/imports' }),
        })}
    </Group>
  );
}
