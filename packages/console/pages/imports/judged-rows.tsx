import { useState } from 'react';
import { Alert, Button, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { importMayMove, ROW_VERDICTS, type RowVerdict } from '#preflight/states';
import { client, formats, type Schemas, texts, useReading } from '../../app/index.ts';
import { Act, faultWords, Loaded, Note, Rows } from '../../parts/index.ts';
import { Figure } from './rows-read.tsx';

const t = texts('imports');

type Row = Schemas['ImportRow'];

/** The rows by what is to become of them; while the import is not published, a person may decide otherwise. */
export function JudgedRows({ of: { id, status, verdicts } }: { of: Schemas['Import'] }) {
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
    meta: { types: ['import'] },
  });
  const mayEdit = importMayMove(status, 'edit');
  const all = verdicts && ROW_VERDICTS.reduce((sum, name) => sum + verdicts[name], 0);
  const countOf = (name: RowVerdict | 'all'): string =>
    verdicts === null ? '' : ` ${formats.number(name === 'all' ? (all ?? 0) : verdicts[name])}`;
  const shown = (['all', ...ROW_VERDICTS] as const).filter(
    (name) => name === 'all' || (verdicts !== null && verdicts[name] > 0),
  );
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('rows_by_verdict')}
        value={verdict}
        onChange={(value) => setVerdict(value)}
        data={shown.map((name) => ({
          value: name,
          label: `${t(`verdict.${name}`)}${countOf(name)}`,
        }))}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <Loaded query={rows}>
        {({ pages }) => (
          <Rows
            label={t('rows_by_verdict')}
            head={[t('line'), t('date'), t('name'), t('amount'), t('status_label'), '']}
            endsFrom={3}
            rows={pages.flatMap(({ data }) => data.map((row) => rowOf(row, id, mayEdit)))}
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

function rowOf(row: Row, importId: string, mayEdit: boolean) {
  const { line, values, verdict, certainty, errors, warnings } = row;
  return {
    key: String(line),
    cells: [
      <Note span>{line}</Note>,
      values.date === null ? '–' : formats.day(values.date),
      <>
        <span dir="auto">{values.name}</span>
        {[...errors, ...warnings].map((fault) => (
          <Text key={fault.message} size="xs" c={errors.length > 0 ? 'red' : 'dimmed'}>
            {faultWords(fault)}
          </Text>
        ))}
      </>,
      values.amount === null ? '–' : <Figure value={values.amount} currency={values.currency} />,
      <Text size="sm" c={verdict === 'invalid' ? 'red' : 'dimmed'}>
        {verdict !== null && t(`verdict.${verdict}`)}
        {certainty === 'likely' && ` (${t('likely')})`}
      </Text>,
      mayEdit && <Decide row={row} importId={importId} />,
    ],
  };
}

/** The other decision about a row: leave out what would be added, add what would not, or judge it again. */
function Decide({
  row: { line, verdict, is_corrected },
  importId,
}: {
  row: Row;
  importId: string;
}) {
  if (verdict === null || (verdict === 'invalid' && is_corrected)) return null;
  const path = { id: importId, line };
  const wanted = is_corrected ? null : verdict === 'duplicate' ? 'new' : 'excluded';
  return (
    <Act
      size="compact-xs"
      variant="subtle"
      label={`${t(`decide.${wanted ?? 'again'}`)}, ${t('line')} ${line}`}
      call={() => client.patch('/imports/{id}/rows/{line}', { path, body: { verdict: wanted } })}
      changes={['import']}
    >
      {t(`decide.${wanted ?? 'again'}`)}
    </Act>
  );
}

const SHOWN = 100;

/** What undoing left, and why. */
export function Kept({ importId }: { importId: string }) {
  const options = { path: { id: importId }, query: { per_page: SHOWN } };
  const kept = useReading('/imports/{id}/kept', options, ['import']).data;
  if (kept === undefined || kept.data.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('kept')}>
      <List size="sm">
        {kept.data.map(({ id, kind, date, amount, currency, name, reason }) => (
          <List.Item key={id}>
            {date !== null && `${formats.day(date)} `}
            {amount !== null && <Figure value={amount} currency={currency} />} {name ?? kind}:{' '}
            {t(`kept_because.${reason}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
