import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { client, followRun, freshen, type Schemas, useTexts } from '../../app/index.ts';
import { Dialog, ErrorState, Form } from '../../parts/index.ts';

interface Props {
  isOpen: boolean;
  close: () => void;
  /** The connection that is changed; none: a new one. */
  connection?: Schemas['ProviderConnection'];
}

/** Adds a key, or changes what a connection is called, its key and where its history begins. */
export function ConnectionForm({ isOpen, close, connection }: Props) {
  const t = useTexts('connections');
  return (
    <Dialog title={connection?.name ?? t('add')} isOpen={isOpen} close={close}>
      <Fields close={close} {...(connection && { connection })} />
    </Dialog>
  );
}

function Fields({ close, connection }: Omit<Props, 'isOpen'>) {
  const t = useTexts('connections');
  const [name, setName] = useInputState(connection?.name ?? '');
  const [key, setKey] = useInputState('');
  const [start, setStart] = useInputState(connection?.history_start ?? '');
  const save = useMutation({
    mutationFn: () => {
      const common = {
        ...(name.trim() !== '' && { name: name.trim() }),
        history_start: start === '' ? null : start,
      };
      const api_key = key.trim();
      return connection === undefined
        ? client.post('/provider_connections', { body: { ...common, api_key } })
        : client.patch('/provider_connections/{id}', {
            path: { id: connection.id },
            body: { ...common, ...(api_key !== '' && { api_key }) },
          });
    },
    onSuccess: async ({ data }) => {
      close();
      await freshen(['provider_connection', 'sync']);
      await followNewest(data.id, data.name);
    },
  });
  return (
    <Form send={() => save.mutate()}>
      <TextInput label={t('name')} value={name} maxLength={255} onChange={setName} />
      <PasswordInput
        label={t(connection ? 'new_key' : 'key')}
        description={connection && t('new_key_hint', { last: connection.api_key_last_four })}
        value={key}
        required={connection === undefined}
        autoComplete="off"
        data-autofocus
        onChange={setKey}
      />
      <TextInput
        type="date"
        label={t('history')}
        description={t('history_hint')}
        value={start}
        onChange={setStart}
      />
      {save.isError && <ErrorState error={save.error} />}
      <Button type="submit" variant="filled" loading={save.isPending}>
        {t(connection ? 'save' : 'connect')}
      </Button>
    </Form>
  );
}

/** Lists the sync that a new key begins among the work that is under way. */
async function followNewest(connectionId: string, name: string): Promise<void> {
  const query = { provider_connection_id: connectionId, per_page: 1 };
  const [sync] = (await client.get('/syncs', { query })).data;
  if (sync?.finished_at === null) followRun(sync, name);
}
