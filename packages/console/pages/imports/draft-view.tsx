import { Alert, Button, Code, Group, Loader, Mark, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { UploadProgress } from '@ledgerline/client';
import { startOfCell } from '#preflight/csv/start-of-cell';
import { problemsOfFile } from '#preflight/report';
import { client, followRun, formats, type Schemas, texts, useReading } from '../../app/index.ts';
import { forgetRun, showRun } from '../../app/runs.ts';
import { act } from '../../parts/actions.tsx';
import { faultWords } from '../../parts/fault-words.ts';
import { AMONG_MANY, CURRENCIES, Fields } from '../../parts/form.tsx';
import { toOptions, useLookups } from '../../parts/lookups.ts';
import { ErrorState, Note, Warnings } from '../../parts/page.tsx';
import { Amount, Sheet } from '../../parts/rows.tsx';
import { fileOf, type Draft, useDraft, useJudgement } from './draft.ts';
import type { Judgement, Preflight } from './judge.ts';
import { faultWordsOf, warningWords } from './said.ts';
import { Settings, type SettingsProps, TypeSelect } from './settings.tsx';

const t = texts('imports');

const HEAD = ['in_file', 'date', 'name', 'category', 'amount'] as const;

export function DraftView({ draft, onChange }: Pick<SettingsProps, 'draft' | 'onChange'>) {
  const { data: judgement, error, isFetching, refetch } = useJudgement(draft);
  if (error) return <ErrorState error={error} onAgain={() => void refetch()} />;
  if (judgement === undefined) return <Loader aria-label={t('judging')} />;
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
  const { errors, stats, headers, settings, sample = [] } = preflight;
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
          return [
            line > 0 && <Note span>{t('line', { line })}</Note>,
            <div>
              <Text size="sm">{faultWordsOf(fault, preflight)}</Text>
              {lines[line] !== undefined && (
                <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {marked(lines[line], value, headers?.indexOf(column), settings?.['col_sep'])}
                </Code>
              )}
            </div>,
          ];
        }}
      />
      <Sheet
        title={t('rows_read')}
        head={['', ...HEAD.map((name) => t(name))]}
        endsFrom={5}
        mah={420}
        rows={sample}
        cells={({ line, date, amount, currency, name, category, pending }) => [
          <Note span>{t('line', { line })}</Note>,
          <Text truncate maw={360} ff="monospace" size="xs" title={lines[line] ?? ''}>
            {lines[line]}
          </Text>,
          date === null ? '–' : formats.day(date),
          <span dir="auto">
            {name}
            {pending && <Note span size="xs">{` · ${t('pending')}`}</Note>}
          </span>,
          category,
          <Amount value={amount} currency={currency} signed />,
        ]}
      />
      <Settings draft={draft} preflight={preflight} profile={profile} onChange={onChange} />
    </Stack>
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

type Judged = Exclude<Judgement, { refused: object }>;

/** The step that uploads: a CSV becomes an import to be published later, a history is published at once. */
function Begin({ draft: chosen, judgement }: { draft: Draft; judgement: Judged }) {
  const { preflight, profile } = judgement;
  const isHistory = preflight.type === 'NativeImport';
  const navigate = useNavigate();
  const [, setDraft] = useDraft();
  const ofHousehold = useReading('/household', {}).data?.data.currency;
  const ofFile = preflight.sample?.find(({ currency }) => currency !== null)?.currency;
  const accountCurrency = chosen.accountCurrency ?? ofFile ?? ofHousehold ?? null;
  const draft = { ...chosen, accountId: chosen.accountId ?? judgement.accountId, accountCurrency };
  const close = (): void => setDraft(null);
  const upload = () =>
    isHistory
      ? uploadHistory(draft.file, preflight.stats.rows_count, close)
      : uploadSheet(draft, profile, setDraft);
  const then = (id: string | null): void => {
    if (id === null) return;
    close();
    void navigate({ to: '/app/imports/$id', params: { id } });
  };
  const takesAccount = ['TransactionImport', 'TradeImport'].includes(preflight.type);
  const needsAccount =
    takesAccount && preflight.sample?.some(({ account: named }) => named === null) === true;
  const account = useAccountFields(draft, needsAccount);
  return (
    <Group align="flex-end">
      {takesAccount && (
        <Fields of={account} values={draft} set={(part) => setDraft({ ...chosen, ...part })} />
      )}
      {act(t(isHistory ? 'import_history' : 'compare'), upload, {
        then,
        variant: preflight.valid ? 'filled' : 'default',
        size: 'sm',
        disabled: (isHistory && !preflight.valid) || (needsAccount && draft.accountId === null),
      })}
      <Note flex={1} miw={240}>
        {t(isHistory ? 'import_history_about' : 'compare_about')}
      </Note>
    </Group>
  );
}

/** Uploads a history and waits for its import. The draft closes: else it would be judged again against the records being imported. */
async function uploadHistory(file: File, rows: number, close: () => void): Promise<null> {
  let id = '';
  const onProgress = (progress: UploadProgress, session: Schemas['ImportSession']): void => {
    const { step, done, total } = progress;
    if (id === '') close();
    ({ id } = session);
    const label = { percent: Math.floor((100 * done) / total), name: file.name };
    const sent = { rows_done: session.progress.rows_total, rows_total: rows };
    if (step === 'uploading') showRun({ ...session, progress: sent }, t('uploading', label));
    else showRun(session, file.name);
  };
  try {
    const clientSessionId = fileOf(file);
    showRun(await client.importHistory(file, { clientSessionId, onProgress }), file.name, true);
  } catch (error) {
    forgetRun(id);
    throw error;
  }
  return null;
}

/** Uploads a file with the settings that a person chose; returns the id of the import. */
async function uploadSheet(
  draft: Draft,
  readWith: Judged['profile'],
  keep: (draft: Draft) => void,
): Promise<string> {
  const { file, type, settings, profile } = draft;
  let account = draft.accountId;
  if (account === NEW_ACCOUNT) {
    account = await createAccount(draft);
    // Keep the id, so that trying again after a failed upload does not create a second account.
    keep({ ...draft, accountId: account });
  }
  const { data } = await client.post('/imports', {
    body: {
      ...settings,
      ...(type !== null && { type }),
      ...(account !== null && { account_id: account }),
      // With settings the service looks for no profile by itself.
      ...(readWith?.how === 'given' && { profile_id: readWith.id }),
      ...(profile !== '' && { save_profile: profile }),
      apply_suggestions: true,
      file,
    },
  });
  followRun(data, file.name);
  return data.id;
}

async function createAccount(draft: Draft): Promise<string> {
  const { file, accountNumber: number, accountCurrency: currency } = draft;
  const body = {
    name: nameOf(file.name),
    ...(number.trim() !== '' && { number }),
    ...(currency !== null && { currency }),
  };
  return (await client.post('/accounts', { body })).data.id;
}

/** Stands for the id of an account that is created with the import. */
const NEW_ACCOUNT = 'new';

const nameOf = (filename: string): string => filename.replace(/\.[^.]*$/, '').slice(0, 100);

/** The field for the account of rows that name none, and for a new account its number and currency. */
function useAccountFields({ file, accountId }: Draft, isNeeded: boolean) {
  const { accounts } = useLookups();
  const made = { value: NEW_ACCOUNT, label: t('new_account', { name: nameOf(file.name) }) };
  const field = (name: 'account_number' | 'account_currency') => ({
    ...{ label: t(name), description: t(`${name}_about`), w: 280 },
  });
  return {
    accountId: {
      ...AMONG_MANY,
      label: t('which_account'),
      description: t(isNeeded ? 'which_account_needed' : 'which_account_about'),
      required: isNeeded,
      data: [...toOptions(accounts), made],
      clearable: true,
      w: 280,
    },
    ...(accountId === NEW_ACCOUNT && {
      accountNumber: { ...field('account_number'), maxLength: 64 },
      accountCurrency: { ...field('account_currency'), ...AMONG_MANY, data: CURRENCIES },
    }),
  };
}

/** Marks the faulty cell in a line, if it is found there; cells of a workbook are not. */
function marked(line: string, value: string, column = -1, separator: unknown = ',') {
  const at = startOfCell(line, column, String(separator));
  if (at === undefined || value === '' || !line.startsWith(value, at)) return line;
  return [line.slice(0, at), <Mark key={column}>{value}</Mark>, line.slice(at + value.length)];
}
