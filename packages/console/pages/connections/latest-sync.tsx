import { Progress, Table, Text } from '@mantine/core';
import { client, type Schemas, useFormats, useTexts } from '../../app/index.ts';
import { Act, Note } from '../../parts/index.ts';

type Sync = Schemas['Sync'];
type Account = Schemas['Account'];

/** How the latest sync goes or went, account by account; the feed moves it on. */
export function LatestSync({
  sync,
  accounts,
}: {
  sync: Sync | undefined;
  accounts: readonly Account[];
}) {
  const t = useTexts('connections');
  const formats = useFormats();
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
      {errors.map(({ code, message }) => (
        <Text key={code} size="sm" c="red">
          {message}
        </Text>
      ))}
      <Table className="list" mt="xs" aria-label={t('accounts')}>
        <Table.Tbody>
          {accounts.map((account) => (
            <Row key={account.id} account={account} read={byId.get(account.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function Row({ account, read }: { account: Account; read: Schemas['SyncAccount'] | undefined }) {
  const t = useTexts('connections');
  const formats = useFormats();
  const { id, name, provider } = account;
  const isIgnored = provider?.ignored ?? false;
  const faults = [...(read?.errors ?? []), ...(read?.warnings ?? [])];
  const state = provider && provider.state !== 'active' ? t(`state.${provider.state}`) : '';
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Note size="xs">{[account.institution_name, state].filter(Boolean).join(' · ')}</Note>
        {faults.map(({ code, message }) => (
          <Text key={code} size="xs" c={read?.status === 'failed' ? 'red' : 'dimmed'}>
            {message}
          </Text>
        ))}
      </Table.Td>
      <Table.Td ta="right">
        <Text size="sm" c={read?.status === 'failed' ? 'red' : 'dimmed'}>
          {isIgnored ? t('ignored') : read && t(`account_status.${read.status}`)}
        </Text>
        {read && !isIgnored && (
          <Note size="xs" visibleFrom="xs">
            {t('created', {
              created: formats.number(read.counts.created),
              updated: formats.number(read.counts.updated),
            })}
          </Note>
        )}
      </Table.Td>
      <Table.Td w={1}>
        <Act
          size="compact-xs"
          variant="subtle"
          color="gray"
          label={t(isIgnored ? 'include_label' : 'ignore_label', { name })}
          call={() =>
            client.patch('/accounts/{id}', { path: { id }, body: { ignored: !isIgnored } })
          }
          changes={['account', 'sync']}
        >
          {t(isIgnored ? 'include' : 'ignore')}
        </Act>
      </Table.Td>
    </Table.Tr>
  );
}
