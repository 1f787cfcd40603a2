import { Code, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { client, formats, type Schemas, texts, useReadingAll } from '../../app/index.ts';
import { sessionQuery } from '../../app/session.ts';
import { act, DialogButton, IN_ROW } from '../../parts/actions.tsx';
import { Form } from '../../parts/form.tsx';
import { choices } from '../../parts/lookups.ts';
import { Note, Section } from '../../parts/page.tsx';
import { Listed, noted } from '../../parts/rows.tsx';

const t = texts('settings');

const SCOPES = ['read', 'write', 'imports', 'sync', 'rules', 'read_write'] as const;
type Scope = (typeof SCOPES)[number];

export function Keys() {
  const form = (
    <Form
      first={{ name: '', scopes: ['read'] as Scope[], ends: null as string | null }}
      fields={{
        name: { label: t('name'), required: true, maxLength: 255, 'data-autofocus': true },
        scopes: {
          input: MultiSelect,
          label: t('keys.scopes'),
          data: choices(SCOPES, (scope) => t(`keys.scope.${scope}`)),
        },
        ends: { type: 'date', label: t('keys.ends'), description: t('keys.ends_hint') },
      }}
      send={({ name, scopes, ends }) => {
        const end = ends === null ? {} : { expires_at: `${ends}T23:59:59Z` };
        return client.post('/api_keys', { body: { name: name.trim(), scopes, ...end } });
      }}
      then={show}
      submit={t('keys.add')}
      isUnready={({ scopes }) => scopes.length === 0}
    />
  );
  const add = <DialogButton label={t('keys.add')} form={form} />;
  return (
    <Section title={t('section.keys')} about={t('keys.about')} actions={add}>
      <Listed
        query={useReadingAll('/api_keys')}
        label={t('section.keys')}
        head={[t('name'), t('keys.scopes'), t('keys.last_used'), t('keys.ends'), '']}
        endsFrom={4}
        cells={(key) => [
          noted(key.name, `…${key.last_four}`, formats.day(key.created_at)),
          <Note>{key.scopes.map((scope) => t(`keys.scope.${scope}`)).join(', ')}</Note>,
          key.last_used_at === null ? t('keys.unused') : formats.ago(key.last_used_at),
          key.expires_at === null ? t('keys.never') : formats.day(key.expires_at),
          <Levers of={key} />,
        ]}
      />
    </Section>
  );
}

const show = ({ data }: { data: Schemas['CreatedApiKey'] }): void =>
  showOnce(t('keys.new'), data.api_key);

function Levers({ of: { id, name, revoked_at: revokedAt } }: { of: Schemas['ApiKey'] }) {
  const path = { id };
  const own = useQuery(sessionQuery).data?.api_key_id;
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
      {act(t('keys.rotate'), () => client.post('/api_keys/{id}/rotate', { path, body: {} }), {
        ...IN_ROW,
        label: t('keys.rotate_label', { name }),
        then: show,
      })}
      {act(t('keys.revoke'), () => client.delete('/api_keys/{id}', { path }), {
        ...IN_ROW,
        label: t('keys.revoke_label', { name }),
        ask: t(own === id ? 'keys.revoke_own' : 'keys.revoke_sure', { name }),
      })}
    </Group>
  );
}

/** Shows a secret once, in a dialog that only its buttons close. */
export function showOnce(title: string, secret: string): void {
  modals.openConfirmModal({
    title,
    size: 'lg',
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    closeOnConfirm: false,
    children: (
      <Stack>
        <Text size="sm">{t('keys.once')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {secret}
        </Code>
      </Stack>
    ),
    labels: { confirm: t('keys.copy'), cancel: t('close') },
    onConfirm: () => void copy(secret),
  });
}

async function copy(secret: string): Promise<void> {
  try {
    // Browsers offer the clipboard on https and loopback only.
    await navigator.clipboard.writeText(secret);
    notifications.show({ message: t('keys.copied') });
  } catch {
    notifications.show({ message: t('keys.not_copied'), color: 'red' });
  }
}
