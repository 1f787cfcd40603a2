import { Select, TextInput } from '@mantine/core';
import { useReadingAll, texts } from '../../app/index.ts';
import type { Draft } from './draft.ts';

const t = texts('imports');

/** In place of an id: the account is made with the import. */
export const NEW_ACCOUNT = 'new';

/** What a new account is called at first. */
export const nameOf = (filename: string): string => filename.replace(/\.[^.]*$/, '').slice(0, 100);

/** The account whose bookings the file has, where its rows do not say so. */
export function AccountOfFile({
  draft,
  onChange,
}: {
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  const accounts = useReadingAll('/accounts', {}, ['account']).data ?? [];
  const made = { value: NEW_ACCOUNT, label: t('new_account', { name: nameOf(draft.file.name) }) };
  return (
    <>
      <Select
        label={t('which_account')}
        data={[...accounts.map(({ id, name }) => ({ value: id, label: name })), made]}
        value={draft.accountId}
        onChange={(accountId) => onChange({ ...draft, accountId })}
        searchable
        w={280}
      />
      {draft.accountId === NEW_ACCOUNT && (
        <TextInput
          label={t('account_number')}
          description={t('account_number_about')}
          maxLength={64}
          value={draft.accountNumber}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, accountNumber: currentTarget.value })
          }
          w={280}
        />
      )}
    </>
  );
}
