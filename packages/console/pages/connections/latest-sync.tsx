import { Text } from '@mantine/core';
import { client, formats, type Schemas, texts } from '../../app/index.ts';
import { actsOn, Faults, IN_ROW, Note, Rows, Share } from '../../parts/index.ts';

const t = texts('connections');
const act = actsOn('account', 'sync');

type Account = Schemas['Account'];

interface Props {
  sync: Schemas['Sync'] | undefined;
  accounts: readonly Account[];
}

/** How the latest sync goes or went, account by account; the feed moves it on. */
export function LatestSync({ sync, accounts }: Props) {
  if (sync === undefined) return null;
  const { progress, finished_at: finishedAt, errors } = sync;
  const { accounts_done: done, accounts_total: total, rows, waiting_until: until } = progress;
  const status = t(`sync_status.${sync.status}`);
  const byId = new Map(sync.accounts.map((account) => [account.account_id, account]));
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        {finishedAt === null
          ? `${status}: ${t('progress', { done, total, rows: formats.number(rows) })}`
          : `${status} ${formats.ago(finishedAt)}`}
      </Text>
      {finishedAt === null && <Share done={done} total={total} label={status} />}
      {until !== null && <Note>{t('waiting', { ago: formats.ago(until) })}</Note>}
      {progress.held_by !== null && <Text size="sm">{t(`held.${progress.held_by}`)}</Text>}
      <Faults of={errors} />
      {accounts.length > 0 && (
        <Rows
          label={t('accounts')}
          head={[t('account'), t('result'), '']}
          endsFrom={1}
          rows={accounts}
          cells={(account) => cellsOf(account, byId.get(account.id))}
        />
      )}
    </>
  );
}

function cellsOf(of: Account, read?: Schemas['SyncAccount']) {
  const { id, name, provider, institution_name: bank } = of;
  const isIgnored = provider?.ignored ?? false;
  const state = provider && provider.state !== 'active' ? t(`state.${provider.state}`) : '';
  const colour = read?.status === 'failed' ? 'red' : 'dimmed';
  const body = { ignored: !isIgnored };
  const said = read && {
    status: t(`account_status.${read.status}`),
    created: formats.number(read.counts.created),
    updated: formats.number(read.counts.updated),
  };
  return [
    <>
      {name}
      <Note size="xs">{[bank, state].filter(Boolean).join(' · ')}</Note>
      {read && <Faults of={[...read.errors, ...read.warnings]} c={colour} />}
    </>,
    <Text size="sm" c={colour}>
      {isIgnored ? t('ignored') : said && t('read', said)}
    </Text>,
    act(
      t(isIgnored ? 'include' : 'ignore'),
      () => client.patch('/accounts/{id}', { path: { id }, body }),
      {
        ...IN_ROW,
        color: 'gray',
        label: t(isIgnored ? 'include_label' : 'ignore_label', { name }),
      },
    ),
  ];
}
