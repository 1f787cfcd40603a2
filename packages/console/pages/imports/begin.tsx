import { Group } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { UploadProgress } from '@ledgerline/client';
import { client, followRun, type Schemas, texts, useReading } from '../../app/index.ts';
import { forgetRun, showRun } from '../../app/runs.ts';
import { act } from '../../parts/actions.tsx';
import { AMONG_MANY, CURRENCIES, Fields } from '../../parts/form.tsx';
import { toOptions, useLookups } from '../../parts/lookups.ts';
import { Note } from '../../parts/page.tsx';
import { changeDraft, type Draft, fileOf, useDraft } from './draft.ts';
import type { Judged } from './judge.ts';

const t = texts('imports');

/** The step that uploads: a CSV becomes an import to be published later, a history is published at once. */
export function Begin({ draft: chosen, judgement }: { draft: Draft; judgement: Judged }) {
  const { preflight, profile } = judgement;
  const isHistory = preflight.type === 'NativeImport';
  const router = useRouter();
  const [, setDraft] = useDraft();
  const draft = useCompleted(chosen, judgement);
  const close = () => changeDraft(draft.file, () => null);
  const upload = () =>
    isHistory
      ? uploadHistory(draft.file, preflight.stats.rows_count, close)
      : uploadSheet(draft, profile);
  const then = (id: string | null): void => {
    // A reader who went on meanwhile finds the import among the tasks.
    if (id === null || !close() || router.state.location.pathname !== '/app/imports') return;
    void router.navigate({ to: '/app/imports/$id', params: { id } });
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
        {draft.accountId === NEW_ACCOUNT && ` ${t('new_account_about')}`}
      </Note>
    </Group>
  );
}

/** A draft with what the file, its profile and the household say where the person chose nothing. */
export function useCompleted(draft: Draft, { preflight, accountId }: Judged): Draft {
  const ofHousehold = useReading('/household', {}).data?.data.currency;
  const ofFile = preflight.sample?.find(({ currency }) => currency !== null)?.currency;
  return {
    ...draft,
    accountId: draft.accountId ?? accountId,
    accountCurrency: draft.accountCurrency ?? ofFile ?? ofHousehold ?? null,
  };
}

/** Uploads a history and waits for its import. The draft closes: else it would be judged again against the records being imported. */
async function uploadHistory(file: File, rows: number, close: () => unknown): Promise<null> {
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
async function uploadSheet(draft: Draft, readWith: Judged['profile']): Promise<string> {
  const { file, type, settings, profile } = draft;
  let account = draft.accountId;
  if (account === NEW_ACCOUNT) {
    const made = await createAccount(draft);
    account = made;
    // Keep the id, so that trying again after a failed upload does not create a second account.
    changeDraft(file, (now) => (now.accountId === NEW_ACCOUNT ? { ...now, accountId: made } : now));
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

/** The new account of a draft. One that an earlier try left without an entry is taken again. */
async function createAccount(draft: Draft): Promise<string> {
  const { file, accountNumber, accountCurrency: currency } = draft;
  const [name, number] = [nameOf(file.name), accountNumber.trim()];
  for await (const { id, ...known } of client.list('/accounts')) {
    const isAlike = known.name === name && known.currency === currency;
    if (isAlike && (known.number ?? '') === number.replaceAll(/\s/g, '') && (await isUnused(id)))
      return id;
  }
  const body = { name, ...(number !== '' && { number }), ...(currency !== null && { currency }) };
  return (await client.post('/accounts', { body })).data.id;
}

async function isUnused(account_id: string): Promise<boolean> {
  const options = { query: { account_id, per_page: 1 } };
  const { data: transactions } = await client.get('/transactions', options);
  return transactions.length === 0 && (await client.get('/trades', options)).data.length === 0;
}

/** Stands for the id of an account that is created with the import. */
export const NEW_ACCOUNT = 'new';

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
