import { Alert, Button, Code, Loader, Mark, Stack, Text } from '@mantine/core';
import { startOfCell } from '#preflight/csv/start-of-cell';
import { problemsOfFile } from '#preflight/report';
import { formats, texts } from '../../app/index.ts';
import { faultWords } from '../../parts/fault-words.ts';
import { useLookups } from '../../parts/lookups.ts';
import { ErrorState, Note, Warnings } from '../../parts/page.tsx';
import { Amount, Sheet } from '../../parts/rows.tsx';
import { Begin, NEW_ACCOUNT, useCompleted } from './begin.tsx';
import { type Draft, useJudgement } from './draft.ts';
import type { Judged, Preflight } from './judge.ts';
import { faultWordsOf, warningWords } from './said.ts';
import { Settings, type SettingsProps, TypeSelect } from './settings.tsx';

const t = texts('imports');

export function DraftView({ draft, onChange }: Pick<SettingsProps, 'draft' | 'onChange'>) {
  const { data: judgement, error, isFetching, again } = useJudgement(draft);
  if (error) return <ErrorState error={error} onAgain={() => void again()} />;
  if (!judgement) return <Loader aria-label={t('judging')} />;
  if ('refused' in judgement) {
    const type = draft.type ?? 'TransactionImport';
    // A type that reads statements also refuses a file that only begins like one, with a sentence of its own.
    const refused = { ...judgement.refused, context: type };
    return (
      <Stack align="flex-start">
        <Warnings color="red" title={t('refused')} of={[faultWords(refused, 'refusals')]} />
        <TypeSelect value={type} onChange={(other) => onChange({ ...draft, type: other })} />
        {Object.keys(draft.settings).length > 0 && (
          <Button onClick={() => onChange({ ...draft, settings: {} })}>{t('infer_all')}</Button>
        )}
      </Stack>
    );
  }
  const { preflight, lines, profile } = judgement;
  const { errors, stats, headers, settings } = preflight;
  const isEmpty = stats.rows_count === 0 && errors.some(({ code }) => code === 'no_data_rows');
  return (
    <Stack gap="lg" aria-busy={isFetching}>
      <Warnings title={t('no_rows')} of={isEmpty ? [t('no_rows_about')] : []} />
      {!isEmpty && <Verdict preflight={preflight} />}
      {!isEmpty && <Begin draft={draft} judgement={judgement} />}
      <Warnings of={warningWords(preflight)} />
      <Sheet
        title={t('faults')}
        head={['', t('fault')]}
        rows={isEmpty ? [] : errors}
        cells={(fault) => {
          const { line = 0, column = '', value = '' } = fault;
          // The line stands beside the sentence.
          const message = fault.message.replace(/^Line \d+: (.)/, (_, first: string) =>
            first.toUpperCase(),
          );
          return [
            line > 0 && <Note span>{t('line', { line })}</Note>,
            <div>
              <Text size="sm">{faultWordsOf({ ...fault, message }, preflight)}</Text>
              {lines[line] !== undefined && (
                <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {marked(lines[line], value, headers?.indexOf(column), settings?.['col_sep'])}
                </Code>
              )}
            </div>,
          ];
        }}
      />
      <RowsRead draft={draft} judgement={judgement} />
      <Settings draft={draft} preflight={preflight} profile={profile} onChange={onChange} />
    </Stack>
  );
}

function RowsRead({ draft: chosen, judgement }: { draft: Draft; judgement: Judged }) {
  const { preflight, lines } = judgement;
  const { accountId, accountCurrency } = useCompleted(chosen, judgement);
  const { accounts } = useLookups();
  const rows = preflight.sample ?? [];
  const hasAccounts = accountId === null && rows.some(({ account }) => account !== null);
  /** What a row without a currency gets; null if the account is not known yet. */
  const currencyOf = (named: string | null): string | null => {
    if (accountId === NEW_ACCOUNT) return accountCurrency;
    const found = accounts.find(({ id, name }) => (accountId ? id === accountId : name === named));
    return found?.currency ?? null;
  };
  return (
    <Sheet
      title={t('rows_read')}
      head={[
        ...['', t('in_file'), t('date'), t('name'), t('category')],
        ...(hasAccounts ? [t('account')] : []),
        t('amount'),
      ]}
      endsFrom={hasAccounts ? 6 : 5}
      mah={420}
      rows={rows}
      cells={({ line, date, amount, currency, name, category, pending, account }) => [
        <Note span>{t('line', { line })}</Note>,
        <Text
          truncate
          maw={{ base: '100%', sm: 360 }}
          ff="monospace"
          size="xs"
          title={lines[line] ?? ''}
        >
          {lines[line]}
        </Text>,
        date === null ? '–' : formats.day(date),
        <span dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {name}
          {pending && <Note span size="xs">{` · ${t('pending')}`}</Note>}
        </span>,
        category,
        ...(hasAccounts ? [account] : []),
        <Amount value={amount} currency={currency ?? currencyOf(account)} signed />,
      ]}
    />
  );
}

function Verdict({ preflight: { type, valid, stats, errors } }: { preflight: Preflight }) {
  const leftOut = 'skipped_rows_count' in stats ? stats.skipped_rows_count : 0;
  const rows = stats.rows_count - leftOut;
  const isCut = errors.at(-1)?.code === 'too_many_errors';
  const faulty = new Set(errors.flatMap(({ line }) => line ?? [])).size;
  const known = errors.filter(({ code }) => code === 'existing_taxonomy_collision').length;
  const counts = { count: faulty, total: rows, good: rows - faulty };
  const said = [
    valid && t('rows', { count: rows }),
    problemsOfFile({ errors }).length > 0 && t('nothing_yet'),
    faulty > 0 && t(isCut ? 'faulty_least' : 'faulty', counts),
    faulty > 0 && t(type === 'NativeImport' ? 'mend_history' : 'mend'),
    known > 0 && t('known', { count: known }),
    leftOut > 0 && t('left_out', { count: leftOut }),
  ];
  return (
    <Alert
      role="status"
      color={valid ? 'teal' : 'red'}
      variant="light"
      title={valid ? t('valid') : t(isCut ? 'invalid_many' : 'invalid', { count: errors.length })}
    >
      {said.filter(Boolean).join(' ')}
    </Alert>
  );
}

/** Marks the faulty cell in a line, if it is found there; cells of a workbook are not. */
function marked(line: string, value: string, column = -1, separator: unknown = ',') {
  const at = startOfCell(line, column, String(separator));
  if (at === undefined || value === '' || !line.startsWith(value, at)) return line;
  return [line.slice(0, at), <Mark key={column}>{value}</Mark>, line.slice(at + value.length)];
}
