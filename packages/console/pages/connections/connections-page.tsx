import { PasswordInput, Stack, Text } from '@mantine/core';
import { client, followRun, formats, type Schemas, texts } from '../../app/index.ts';
import { useReading, useReadingAll } from '../../app/queries.ts';
import { act, DialogButton, IN_ROW } from '../../parts/actions.tsx';
import { connectionNotice } from '../../parts/fault-words.ts';
import { Form } from '../../parts/form.tsx';
import { Dot, EmptyState, Faults, Loaded, Note, Page, Section, Share } from '../../parts/page.tsx';
import { noted, Rows } from '../../parts/rows.tsx';

const t = texts('connections');

export default function ConnectionsPage() {
  const connections = useReadingAll('/provider_connections');
  const accounts = useReadingAll('/accounts').data ?? [];
  const add = <DialogButton label={t('add')} variant="filled" form={<ConnectionForm />} />;
  const empty = <EmptyState title={t('empty')} text={t('empty_text')} action={add} />;
  return (
    <Page title={t('title')} about={t('about')} actions={connections.data?.length ? add : null}>
      <Loaded query={connections} empty={empty}>
        {(rows) => (
          <Stack>
            {rows.map((of) => (
              <Connection
                key={of.id}
                of={of}
                accounts={accounts.filter(({ provider }) => provider?.connection_id === of.id)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const COLOURS: Record<string, string> = { good: 'sea', degraded: 'orange', paused: 'gray' };

interface Props {
  of: Schemas['ProviderConnection'];
  accounts: readonly Schemas['Account'][];
  sync: Schemas['Sync'] | undefined;
}

function Connection({ of, accounts }: Omit<Props, 'sync'>) {
  const { id, name, last_synced_at: last, next_sync_at: next } = of;
  const path = { id };
  const status = of.status_reason === 'paused' ? 'paused' : of.status;
  const query = { provider_connection_id: id, per_page: 1 };
  const sync = useReading('/syncs', { query }).data?.data[0];
  const times = [
    last === null ? t('never_synced') : t('last_synced', { ago: formats.ago(last) }),
    next === null ? t('no_next') : t('next', { ago: formats.ago(next) }),
    `…${of.api_key_last_four}`,
  ];
  const about = (
    <>
      <Dot color={COLOURS[status] ?? 'red'}>{t(`status.${status}`)}</Dot> {times.join(' · ')}
    </>
  );
  const isAtWork = sync?.finished_at === null;
  const needsKey = of.status === 'requires_update';
  const form = <ConnectionForm connection={of} />;
  const change = (label: string, variant = 'default') => (
    <DialogButton label={label} title={name} variant={variant} form={form} />
  );
  const follow = ({ data }: { data: Schemas['Sync'] }) => followRun(data, name);
  const resume = () => client.post('/provider_connections/{id}/resume', { path });
  const pause = () => client.post('/provider_connections/{id}/pause', { path });
  const begin = () => client.post('/provider_connections/{id}/syncs', { path });
  const remove = () => client.delete('/provider_connections/{id}', { path });
  const steps = (
    <>
      {needsKey && change(t('enter_key'), 'filled')}
      {of.status === 'suspended' && act(t('resume'), resume, { variant: 'filled' })}
      {(of.status === 'good' || of.status === 'degraded') && act(t('pause'), pause)}
      {isAtWork &&
        act(t('stop'), () => client.post('/syncs/{id}/cancel', { path: { id: sync.id } }), {
          disabled: sync.cancel_requested,
        })}
      {!isAtWork && !needsKey && act(t('sync'), begin, { then: follow })}
      {change(t('edit'))}
      {act(t('remove'), remove, { ask: t('remove_sure', { name }) })}
    </>
  );
  return (
    <Section isBoxed title={name} about={about} actions={steps}>
      <Text size="sm" maw="80ch">
        {connectionNotice(of)}
      </Text>
      <LatestSync sync={sync} accounts={accounts} />
    </Section>
  );
}

/** Adds a connection, or changes the name, the key and the start of the history of an existing one. */
function ConnectionForm({ connection }: { connection?: Props['of'] }) {
  const first = { name: connection?.name ?? '', key: '', start: connection?.history_start ?? null };
  async function send({ name, key, start }: typeof first) {
    const api_key = key.trim();
    // Only what was changed here: somebody else may have changed the rest.
    const common = {
      ...(!['', first.name].includes(name.trim()) && { name: name.trim() }),
      ...(start !== first.start && { history_start: start }),
    };
    // No retries: for minutes they would not reach a provider that is down, and the reader should see the error now.
    const { data } = await (connection === undefined
      ? client.post('/provider_connections', { body: { ...common, api_key }, retries: 0 })
      : client.patch('/provider_connections/{id}', {
          path: { id: connection.id },
          body: { ...common, ...(api_key !== '' && { api_key }) },
          retries: 0,
        }));
    await followNewest(data.id, data.name);
  }
  return (
    <Form
      first={first}
      fields={{
        name: { label: t('name'), maxLength: 255 },
        key: {
          input: PasswordInput,
          label: t(connection ? 'new_key' : 'key'),
          description: connection && t('new_key_hint', { last: connection.api_key_last_four }),
          required: connection === undefined,
          autoComplete: 'off',
          'data-autofocus': true,
        },
        start: { type: 'date', label: t('history'), description: t('history_hint') },
      }}
      send={send}
      submit={t(connection ? 'save' : 'connect')}
    />
  );
}

async function followNewest(connectionId: string, name: string): Promise<void> {
  const query = { provider_connection_id: connectionId, per_page: 1 };
  const [sync] = (await client.get('/syncs', { query })).data;
  if (sync?.finished_at === null) followRun(sync, name);
}

/** The states of accounts that a run has not finished; a run that ends early leaves them so. */
const UNREAD = /^(pending|running)$/;

function LatestSync({ sync, accounts }: Omit<Props, 'of'>) {
  if (sync === undefined) return null;
  const { progress, finished_at: finishedAt, errors } = sync;
  const { accounts_done: done, accounts_total: total, rows, waiting_until: until } = progress;
  const status = t(`sync_status.${sync.status}`);
  const read = sync.accounts.filter((one) => finishedAt === null || !UNREAD.test(one.status));
  const byId = new Map(read.map((account) => [account.account_id, account]));
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        {finishedAt === null
          ? `${status}: ${t('progress', { done, total, rows })}`
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

function cellsOf(of: Schemas['Account'], read?: Schemas['SyncAccount']) {
  const { id, name, provider, institution_name: bank } = of;
  const isIgnored = provider?.ignored ?? false;
  const state = provider && provider.state !== 'active' ? t(`state.${provider.state}`) : '';
  const colour = read?.status === 'failed' ? 'red' : 'dimmed';
  const change = () =>
    client.patch('/accounts/{id}', { path: { id }, body: { ignored: !isIgnored } });
  const said = read && { status: t(`account_status.${read.status}`), ...read.counts };
  return [
    <>
      {noted(name, bank, state)}
      {read && <Faults of={[...read.errors, ...read.warnings]} c={colour} />}
    </>,
    (isIgnored || said) && (
      <Text size="sm" c={colour}>
        {isIgnored ? t('ignored') : said && t('read', said)}
      </Text>
    ),
    act(t(isIgnored ? 'include' : 'ignore'), change, {
      ...IN_ROW,
      color: 'gray',
      label: t(isIgnored ? 'include_label' : 'ignore_label', { name }),
    }),
  ];
}
