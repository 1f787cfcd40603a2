import {
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Modal,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { client, formats, type Schemas, texts, useReadingAll } from '../../app/index.ts';
import { Act, DialogButton, Form, Loaded, Note, Rows } from '../../parts/index.ts';

const t = texts('settings');

type ApiKey = Schemas['ApiKey'];

const SCOPES = ['read', 'write', 'imports', 'sync', 'rules', 'read_write'] as const;

/** The keys of the household: created, rotated and revoked. */
export function Keys() {
  const keys = useReadingAll('/api_keys', {}, ['api_key']);
  const [secret, setSecret] = useState<string | null>(null);
  const show = ({ data }: { data: Schemas['CreatedApiKey'] }): void => setSecret(data.api_key);
  return (
    <Stack>
      <Group justify="space-between">
        <Note>{t('keys.about')}</Note>
        <DialogButton label={t('keys.add')} variant="filled">
          {(close) => (
            <NewKey
              show={(created) => {
                close();
                show(created);
              }}
            />
          )}
        </DialogButton>
      </Group>
      <Loaded query={keys}>
        {(rows) => (
          <Rows
            label={t('section.keys')}
            head={[t('name'), t('keys.scopes'), t('keys.last_used'), t('keys.ends'), '']}
            endsFrom={4}
            rows={rows.map((key) => ({
              key: key.id,
              cells: [
                <>
                  {key.name}
                  <Note size="xs">
                    …{key.last_four} · {formats.day(key.created_at)}
                  </Note>
                </>,
                <Note>{key.scopes.map((scope) => t(`keys.scope.${scope}`)).join(', ')}</Note>,
                key.last_used_at === null ? t('keys.unused') : formats.ago(key.last_used_at),
                key.expires_at === null ? t('keys.never') : formats.day(key.expires_at),
                <Levers of={key} show={show} />,
              ],
            }))}
          />
        )}
      </Loaded>
      <ShownOnce title={t('keys.new')} secret={secret} close={() => setSecret(null)} />
    </Stack>
  );
}

type Show = (created: { data: Schemas['CreatedApiKey'] }) => void;

/** Rotates and revokes a key; of one that is revoked, since when. */
function Levers({ of: { id, name, revoked_at: revokedAt }, show }: { of: ApiKey; show: Show }) {
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
        changes={['api_key']}
        then={show}
      >
        {t('keys.rotate')}
      </Act>
      <Act
        size="compact-xs"
        label={t('keys.revoke_label', { name })}
        ask={t('keys.revoke_sure', { name })}
        call={() => client.delete('/api_keys/{id}', { path })}
        changes={['api_key']}
      >
        {t('keys.revoke')}
      </Act>
    </Group>
  );
}

function NewKey({ show }: { show: Show }) {
  return (
    <Form
      first={{ name: '', scopes: ['read'] as (typeof SCOPES)[number][], ends: '' }}
      send={({ name, scopes, ends }) =>
        client.post('/api_keys', {
          body: {
            ...{ name: name.trim(), scopes },
            ...(ends !== '' && { expires_at: `${ends}T23:59:59Z` }),
          },
        })
      }
      changes={['api_key']}
      then={show}
      submit={t('keys.add')}
      isUnready={({ scopes }) => scopes.length === 0}
    >
      {(field) => (
        <>
          <TextInput label={t('name')} required maxLength={255} data-autofocus {...field('name')} />
          <Checkbox.Group label={t('keys.scopes')} {...field('scopes')}>
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
            {...field('ends')}
          />
        </>
      )}
    </Form>
  );
}

/** A secret that is shown this once. Only the button closes it. */
export function ShownOnce({
  title,
  secret,
  close,
}: {
  title: string;
  secret: string | null;
  close: () => void;
}) {
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{t('keys.once')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {secret}
        </Code>
        <Group gap="xs">
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button variant="filled" onClick={copy} data-autofocus>
                {t(copied ? 'keys.copied' : 'keys.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
