import { Progress, Text } from '@mantine/core';
import { client, type Schemas, formats, texts } from '../../app/index.ts';
import { Act, Note, Rows, faultWords } from '../../parts/index.ts';

const t = texts('connections');

type Account = Schemas['Account'];

/** How the latest sync goes or went, account by account; the feed moves it on. */
export function LatestSync({
  sync,
  accounts,
}: {
  sync: Schemas['Sync'] | undefined;
  accounts: readonly Account[];
}) {
  if (sync === undefined) return null;
  const { progress, finished_at: finishedAt, status, errors } = sync;
  const { accounts_done: done, accounts_total: total, rows, waiting_until: until } = progress;
  const isOver = finishedAt !== null;
  const byId = new Map(sync.accounts.map((account) => [account.account_id, account]));
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        {t(`sync_status.${status}`)}
        {isOver
          ? ` ${formats.ago(finishedAt)}`
          : `: ${t('progress', { done, total, rows: formats.number(rows) })}`}
      </Text>
      {!isOver && (
        <Progress
          mt={4}
          value={total === 0 ? 0 : (done / total) * 100}
          aria-label={t(`sync_status.${status}`)}
        />
      )}
      {until !== null && <Note>{t('waiting', { ago: formats.ago(until) })}</Note>}
      {progress.held_by !== null && <Text size="sm">{t(`held.${progress.held_by}`)}</Text>}
      {errors.map((error) => (
        <Text key={error.code} size="sm" c="red">
          {faultWords(error)}
        </Text>
      ))}
      {accounts.length > 0 && (
        <Rows
          label={t('accounts')}
          head={[t('account'), t('result'), '']}
          endsFrom={1}
          rows={accounts.map((account) => rowOf(account, byId.get(account.id)))}
        />
      )}
    </>
  );
}

function rowOf(
  { id, name, provider, institution_name: bank }: Account,
  read?: Schemas['SyncAccount'],
) {
  const isIgnored = provider?.ignored ?? false;
  const state = provider && provider.state !== 'active' ? t(`state.${provider.state}`) : '';
  const colour = read?.status === 'failed' ? 'red' : 'dimmed';
  return {
    key: id,
    cells: [
      <>
        {name}
        <Note size="xs">{[bank, state].filter(Boolean).join(' · ')}</Note>
        {[...(read?.errors ?? []), ...(read?.warnings ?? [])].map((fault) => (
          <Text key={fault.code} size="xs" c={colour}>
            {faultWords(fault)}
          </Text>
        ))}
      </>,
      <Text size="sm" c={colour}>
        {isIgnored
          ? t('ignored')
          : read &&
            t('read', {
              status: t(`account_status.${read.status}`),
              created: formats.number(read.counts.created),
              updated: formats.number(read.counts.updated),
            })}
      </Text>,
      <Act
        size="compact-xs"
        variant="subtle"
        color="gray"
        label={t(isIgnored ? 'include_label' : 'ignore_label', { name })}
        call={() => client.patch('/accounts/{id}', { path: { id }, body: { ignored: !isIgnored } })}
        changes={['account', 'sync']}
      >
        {t(isIgnored ? 'include' : 'ignore')}
      </Act>,
    ],
  };
}
