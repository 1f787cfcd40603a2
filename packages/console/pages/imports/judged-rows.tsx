import { useState } from 'react';
import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ROW_VERDICTS, importMayMove } from '#preflight/states';
import type { RowVerdict } from '#preflight/states';
import { client, type Schemas, useFormats, useTexts } from '../../app/index.ts';
import { Act, Loaded } from '../../parts/index.ts';
import { Figure } from './rows-read.tsx';

type Row = Schemas['ImportRow'];

/** The rows by what is to become of them; while the import is not published, a person may decide otherwise. */
export function JudgedRows({ of: { id, status, verdicts } }: { of: Schemas['Import'] }) {
  const t = useTexts('imports');
  const formats = useFormats();
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
          <Table.ScrollContainer minWidth={640}>
            <Table verticalSpacing={4} highlightOnHover aria-label={t('rows_by_verdict')}>
              <Table.Tbody>
                {pages.flatMap(({ data }) =>
                  data.map((row) => (
                    <JudgedRow
                      key={row.line}
                      row={row}
                      importId={id}
                      mayEdit={importMayMove(status, 'edit')}
                    />
                  )),
                )}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
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

function JudgedRow({ row, importId, mayEdit }: { row: Row; importId: string; mayEdit: boolean }) {
  const t = useTexts('imports');
  const formats = useFormats();
  const { line, values, verdict, certainty, errors, warnings } = row;
  return (
    <Table.Tr>
      <Table.Td ta="right" c="dimmed" w={56}>
        {line}
      </Table.Td>
      <Table.Td w={120}>{values.date === null ? '–' : formats.day(values.date)}</Table.Td>
      <Table.Td>
        {values.name}
        {[...errors, ...warnings].map(({ message }) => (
          <Text key={message} size="xs" c={errors.length > 0 ? 'red' : 'dimmed'}>
            {message}
          </Text>
        ))}
      </Table.Td>
      <Table.Td ta="right">
        {values.amount === null ? '–' : <Figure value={values.amount} currency={values.currency} />}
      </Table.Td>
      <Table.Td w={220}>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" c={verdict === 'invalid' ? 'red' : 'dimmed'}>
            {verdict !== null && t(`verdict.${verdict}`)}
            {certainty === 'likely' && ` (${t('likely')})`}
          </Text>
          {mayEdit && <Decide row={row} importId={importId} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** The other decision about a row: leave out what would be added, add what would not, or judge it again. */
function Decide({
  row: { line, verdict, is_corrected },
  importId,
}: {
  row: Row;
  importId: string;
}) {
  const t = useTexts('imports');
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
