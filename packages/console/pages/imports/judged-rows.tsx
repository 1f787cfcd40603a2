import { useState } from 'react';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { importMayMove, ROW_VERDICTS, type RowVerdict } from '#preflight/states';
import { client, formats, type Schemas, texts, useReading } from '../../app/index.ts';
import { act, IN_ROW, TextLink } from '../../parts/actions.tsx';
import { choices } from '../../parts/lookups.ts';
import { Dot, Faults, Loaded, Note, Warnings } from '../../parts/page.tsx';
import { Amount, Rows } from '../../parts/rows.tsx';
import { faultOf } from './said.ts';

const t = texts('imports');

type Row = Schemas['ImportRow'];

/** The rows by verdict. Until the import is published, a person may overrule a verdict. */
export function JudgedRows({ of }: { of: Schemas['Import'] }) {
  const { id, verdicts, stats } = of;
  const [chosen, setVerdict] = useState<RowVerdict | 'all'>('all');
  const counts = verdicts && { all: stats.rows_count, ...verdicts };
  const shown = (['all', ...ROW_VERDICTS] as const).filter(
    (name) => name === 'all' || (counts?.[name] ?? 0) > 0,
  );
  // The last row of a verdict may have got another one.
  const verdict = shown.includes(chosen) ? chosen : 'all';
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
        {({ pages }) => <RowsShown of={of} rows={pages.flatMap(({ data }) => data)} />}
      </Loaded>
      {rows.hasNextPage && (
        <Button onClick={() => void rows.fetchNextPage()} loading={rows.isFetchingNextPage}>
          {t('more_rows')}
        </Button>
      )}
    </Stack>
  );
}

function RowsShown({ of, rows }: { of: Schemas['Import']; rows: readonly Row[] }) {
  const home = useReading('/household', {}).data?.data.currency ?? null;
  const mayEdit = importMayMove(of.status, 'edit');
  const hasAccounts = of.account_id === null && rows.some(({ values }) => values.account !== null);
  /** An account that publishing creates gets the first currency of its rows, else that of the household. */
  const currencyOf = ({ verdict, values: { account, currency } }: Row): string | null => {
    if (currency !== null || verdict !== 'new' || account === null) return currency;
    const alike = rows.find(({ values }) => values.account === account && values.currency !== null);
    return alike?.values.currency ?? home;
  };
  return (
    <Rows
      label={t('rows_by_verdict')}
      head={[
        ...['', t('date'), t('name')],
        ...(hasAccounts ? [t('account')] : []),
        ...[t('amount'), t('status_label'), ''],
      ]}
      endsFrom={hasAccounts ? 4 : 3}
      rows={rows}
      rowKey={({ line }) => String(line)}
      cells={(row) => {
        const [line, day, name, status, button] = cellsOf(row, of, mayEdit);
        const amount = <Amount value={row.values.amount} currency={currencyOf(row)} signed />;
        return [
          line,
          day,
          name,
          ...(hasAccounts ? [row.values.account] : []),
          amount,
          status,
          button,
        ];
      }}
    />
  );
}

function cellsOf(row: Row, of: Schemas['Import'], mayEdit: boolean) {
  const { line, values, verdict, certainty, errors, warnings, of: known } = row;
  return [
    <Note span>{t('line', { line })}</Note>,
    values.date === null ? '–' : formats.day(values.date),
    <>
      <span dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {values.name}
      </span>
      <Faults
        of={[...errors.map((fault) => faultOf({ ...fault, context: 'row' }, of)), ...warnings]}
        c={errors.length > 0 ? 'red' : 'dimmed'}
      />
    </>,
    <>
      <Text size="sm" c={verdict === 'invalid' ? 'red' : 'dimmed'}>
        {verdict !== null && t(`verdict.${verdict}`)}
        {certainty === 'likely' && ` (${t('likely')})`}
      </Text>
      {certainty === 'likely' && known && 'transaction_id' in known && (
        <Alike id={known.transaction_id} />
      )}
    </>,
    mayEdit && decide(row, of.id),
  ];
}

/** The transaction that a row is taken for although it only resembles it. */
function Alike({ id }: { id: string }) {
  const found = useReading('/transactions/{id}', { path: { id } }).data?.data;
  if (found === undefined) return null;
  const { date, amount, currency, name } = found;
  return (
    <TextLink size="xs" to="/app/transactions" search={{ open: id }}>
      {formats.day(date)} <Amount value={amount} currency={currency} signed /> {name}
    </TextLink>
  );
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
