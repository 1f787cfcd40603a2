import { PasswordInput, TextInput } from '@mantine/core';
import { client, followRun, type Schemas, texts } from '../../app/index.ts';
import { Form } from '../../parts/index.ts';

const t = texts('connections');

interface Props {
  close: () => void;
  /** The connection that is changed; none: a new one. */
  connection?: Schemas['ProviderConnection'];
}

/** Adds a key, or changes what a connection is called, its key and where its history begins. */
export function ConnectionForm({ close, connection }: Props) {
  const first = { name: connection?.name ?? '', key: '', start: connection?.history_start ?? '' };
  async function send({ name, key, start }: typeof first) {
    const common = {
      ...(name.trim() !== '' && { name: name.trim() }),
      history_start: start === '' ? null : start,
    };
    const api_key = key.trim();
    const { data } = await (connection === undefined
      ? client.post('/provider_connections', { body: { ...common, api_key } })
      : client.patch('/provider_connections/{id}', {
          path: { id: connection.id },
          body: { ...common, ...(api_key !== '' && { api_key }) },
        }));
    await followNewest(data.id, data.name);
  }
  return (
    <Form
      first={first}
      send={send}
      changes={['provider_connection', 'sync']}
      then={close}
      submit={t(connection ? 'save' : 'connect')}
    >
      {(field) => (
        <>
          <TextInput label={t('name')} maxLength={255} {...field('name')} />
          <PasswordInput
            label={t(connection ? 'new_key' : 'key')}
            description={connection && t('new_key_hint', { last: connection.api_key_last_four })}
            required={connection === undefined}
            autoComplete="off"
            data-autofocus
            {...field('key')}
          />
          <TextInput
            type="date"
            label={t('history')}
            description={t('history_hint')}
            {...field('start')}
          />
        </>
      )}
    </Form>
  );
}

/** Lists the sync that a new key begins among the work that is under way. */
async function followNewest(connectionId: string, name: string): Promise<void> {
  const query = { provider_connection_id: connectionId, per_page: 1 };
  const [sync] = (await client.get('/syncs', { query })).data;
  if (sync?.finished_at === null) followRun(sync, name);
}
