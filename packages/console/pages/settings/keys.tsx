import { Badge, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure, useInputState } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  client,
  queryClient,
  readingAll,
  type Schemas,
  useFormats,
  useTexts,
  useWrite,
} from '../../app/index.ts';
import { Act, Dialog, Form, Loaded, Note, Rows } from '../../parts/index.ts';
import { ShownOnce } from './shown-once.tsx';

type ApiKey = Schemas['ApiKey'];

const KEYS = readingAll('/api_keys', {}, []);
// Keys are not in the feed.
const readAgain = () => queryClient.invalidateQueries(KEYS);

/** The keys of the household: created, rotated and revoked. */
export function Keys() {
  const t = useTexts('settings');
  const formats = useFormats();
  const keys = useQuery(KEYS);
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const show = (created: { data: Schemas['CreatedApiKey'] }): void => {
    void readAgain();
    close();
    setSecret(created.data.api_key);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Note>{t('keys.about')}</Note>
        <Button variant="filled" onClick={open}>
          {t('keys.add')}
        </Button>
      </Group>
      <Loaded query={keys}>
        {(rows) => (
          <Rows
            label={t('section.keys')}
            head={[t('name'), t('keys.scopes'), t('keys.last_used'), t('keys.ends'), '']}
            endsFrom={4}
            minWidth={560}
            rows={rows.map((key) => ({
              key: key.id,
              cells: [
                <Named of={key} />,
                <Scopes of={key} />,
                key.last_used_at === null ? t('keys.unused') : formats.ago(key.last_used_at),
                key.expires_at === null ? t('keys.never') : formats.day(key.expires_at),
                <Levers of={key} show={show} />,
              ],
            }))}
          />
        )}
      </Loaded>
      <Dialog title={t('keys.add')} isOpen={isOpen} close={close}>
        <NewKey show={show} />
      </Dialog>
      <ShownOnce title={t('keys.new')} secret={secret} close={() => setSecret(null)} />
    </Stack>
  );
}

type Show = (created: { data: Schemas['CreatedApiKey'] }) => void;

function Named({ of: { name, last_four, created_at } }: { of: ApiKey }) {
  const formats = useFormats();
  return (
    <>
      {name}
      <Note size="xs">
        …{last_four} · {formats.day(created_at)}
      </Note>
    </>
  );
}

function Scopes({ of: { scopes } }: { of: ApiKey }) {
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Badge key={scope} size="sm" variant="default" tt="none">
          {scope}
        </Badge>
      ))}
    </Group>
  );
}

/** Rotates and revokes a key; of one that is revoked, since when. */
function Levers({ of: { id, name, revoked_at: revokedAt }, show }: { of: ApiKey; show: Show }) {
  const t = useTexts('settings');
  const formats = useFormats();
  const path = { id };
  if (revokedAt !== null) {
    return (
      <Note>
        {Date.parse(revokedAt) <= Date.now()
          ? t('keys.revoked', { ago: formats.ago(revokedAt) })
          : t('keys.overlap', { time: formats.instant(revokedAt) })}
      </Note>
    );
  }
  return (
    <Group gap={4} justify="flex-end">
      <Act
        size="compact-xs"
        variant="subtle"
        label={t('keys.rotate_label', { name })}
        call={() => client.post('/api_keys/{id}/rotate', { path, body: {} })}
        changes={[]}
        then={show}
      >
        {t('keys.rotate')}
      </Act>
      <Act
        size="compact-xs"
        label={t('keys.revoke_label', { name })}
        ask={t('keys.revoke_sure', { name })}
        call={() => client.delete('/api_keys/{id}', { path })}
        changes={[]}
        then={readAgain}
      >
        {t('keys.revoke')}
      </Act>
    </Group>
  );
}

const SCOPES = ['read', 'write', 'imports', 'sync', 'rules', 'read_write'] as const;
type Scope = (typeof SCOPES)[number];

function NewKey({ show }: { show: Show }) {
  const t = useTexts('settings');
  const [name, setName] = useInputState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [ends, setEnds] = useInputState('');
  const create = useWrite(
    () =>
      client.post('/api_keys', {
        body: {
          name: name.trim(),
          scopes: scopes as Scope[],
          ...(ends !== '' && { expires_at: `${ends}T23:59:59Z` }),
        },
      }),
    [],
    show,
  );
  return (
    <Form send={() => create.mutate()}>
      <TextInput
        label={t('name')}
        required
        maxLength={255}
        data-autofocus
        value={name}
        onChange={setName}
      />
      <Checkbox.Group label={t('keys.scopes')} value={scopes} onChange={setScopes}>
        <Stack gap={6} mt={4}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`keys.scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="date"
        label={t('keys.ends')}
        description={t('keys.ends_hint')}
        value={ends}
        onChange={setEnds}
      />
      <Button
        type="submit"
        variant="filled"
        disabled={scopes.length === 0}
        loading={create.isPending}
      >
        {t('keys.add')}
      </Button>
    </Form>
  );
}
