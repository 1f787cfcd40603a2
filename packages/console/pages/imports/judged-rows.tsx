import { useState } from 'react';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { importMayMove, ROW_VERDICTS, type RowVerdict } from '#preflight/states';
import { client, formats, type Schemas, texts, useReading } from '../../app/index.ts';
import { act, IN_ROW } from '../../parts/actions.tsx';
import { choices } from '../../parts/lookups.ts';
import { Dot, Faults, Loaded, Note, Warnings } from '../../parts/page.tsx';
import { Amount, Rows } from '../../parts/rows.tsx';
import { faultOf } from './said.ts';

const t = texts('imports');

type Row = Schemas['ImportRow'];

/** The rows by verdict. Until the import is published, a person may overrule a verdict. */
export function JudgedRows({ of }: { of: Schemas['Import'] }) {
  const { id, status, verdicts, stats } = of;
  const [verdict, setVerdict] = useState<RowVerdict | 'all'>('all');
  const query = verdict === 'all' ? {} : { verdict };
  const rows = useInfiniteQuery({
    queryKey: ['/imports/{id}/rows', id, query],
    queryFn: ({ pageParam, signal }) =>
      client.get('/imports/{id}/rows', {
        path: { id },
        query: { ...query, per_page: 100, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? null,
  });
  const mayEdit = importMayMove(status, 'edit');
  const counts = verdicts && { all: stats.rows_count, ...verdicts };
  const shown = (['all', ...ROW_VERDICTS] as const).filter(
    (name) => name === 'all' || (counts?.[name] ?? 0) > 0,
  );
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('rows_by_verdict')}
        value={verdict}
        onChange={(value) => setVerdict(value)}
        data={choices(shown, (name) =>
          [t(`verdict.${name}`), counts && formats.number(counts[name])].filter(Boolean).join(' '),
        )}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {stats.likely_rows_count > 0 && (
        <Note>{t('likely_rows', { count: stats.likely_rows_count })}</Note>
      )}
      <Loaded query={rows}>
        {({ pages }) => (
          <Rows
            label={t('rows_by_verdict')}
            head={['', t('date'), t('name'), t('amount'), t('status_label'), '']}
            endsFrom={3}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ line }) => String(line)}
            cells={(row) => cellsOf(row, of, mayEdit)}
          />
        )}
      </Loaded>
      {rows.hasNextPage && (
        <Button onClick={() => void rows.fetchNextPage()} loading={rows.isFetchingNextPage}>
          {t('more_rows')}
        </Button>
      )}
    </Stack>
  );
}

function cellsOf(row: Row, of: Schemas['Import'], mayEdit: boolean) {
  const { line, values, verdict, certainty, errors, warnings } = row;
  return [
    <Note span>{t('line', { line })}</Note>,
    values.date === null ? '–' : formats.day(values.date),
    <>
      <span dir="auto">{values.name}</span>
      <Faults
        of={[...errors.map((fault) => faultOf({ ...fault, context: 'row' }, of)), ...warnings]}
        c={errors.length > 0 ? 'red' : 'dimmed'}
      />
    </>,
    <Amount value={values.amount} currency={values.currency} signed />,
    <Text size="sm" c={verdict === 'invalid' ? 'red' : 'dimmed'}>
      {verdict !== null && t(`verdict.${verdict}`)}
      {certainty === 'likely' && ` (${t('likely')})`}
    </Text>,
    mayEdit && decide(row, of.id),
  ];
}

/** The button that overrules a verdict: leave out a row that would be added, add one that would not, or judge it again. */
function decide({ line, verdict, is_corrected }: Row, importId: string) {
  if (verdict === null || (verdict === 'invalid' && is_corrected)) return null;
  const path = { id: importId, line };
  const wanted = is_corrected ? null : verdict === 'duplicate' ? 'new' : 'excluded';
  const text = t(`decide.${wanted ?? 'again'}`);
  const change = () =>
    client.patch('/imports/{id}/rows/{line}', { path, body: { verdict: wanted } });
  return act(text, change, { ...IN_ROW, label: `${text}, ${t('line', { line })}` });
}

export function Kept({ importId }: { importId: string }) {
  const options = { path: { id: importId }, query: { per_page: 100 } };
  const kept = useReading('/imports/{id}/kept', options).data?.data ?? [];
  const said = kept.map(({ kind, date, amount, currency, name, reason }) => (
    <>
      {date !== null && `${formats.day(date)} `}
      {amount !== null && <Amount value={amount} currency={currency} signed />} {name ?? kind}:{' '}
      {t(`kept_because.${reason}`)}
    </>
  ));
  return <Warnings title={t('kept')} of={said} />;
}

type State = Schemas['Import' | 'ImportSession']['status'] | 'uploading';

const COLOURS: Partial<Record<State, string>> = { complete: 'teal', failed: 'red' };

export const Status = ({ of }: { of: State }) => (
  <Dot color={COLOURS[of] ?? 'gray'}>{t(`status.${of}`)}</Dot>
);
