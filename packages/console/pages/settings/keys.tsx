import {
  Badge,
  Button,
  Checkbox,
  Group,
  Modal,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../app/client.ts';
import { useFormats } from '../../app/format.ts';
import { queryClient, readingAll, useWrite } from '../../app/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { Loaded } from '../../parts/states.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useSettingsTexts } from './texts.ts';

type ApiKey = Schemas['ApiKey'];

const KEYS = readingAll('/api_keys', {}, []);
// Keys are not in the feed.
const readAgain = (): void => void queryClient.invalidateQueries(KEYS);

/** The keys of the household: created, rotated and revoked. */
export function Keys() {
  const t = useSettingsTexts();
  const keys = useQuery(KEYS);
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const show = (created: { data: Schemas['CreatedApiKey'] }): void => {
    readAgain();
    close();
    setSecret(created.data.api_key);
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('keys.about')}
        </Text>
        <Button size="xs" onClick={open}>
          {t('keys.add')}
        </Button>
      </Group>
      <Loaded query={keys}>
        {(rows) => (
          <Table.ScrollContainer minWidth={560}>
            <Table className="list" aria-label={t('section.keys')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th>{t('keys.scopes')}</Table.Th>
                  <Table.Th>{t('keys.last_used')}</Table.Th>
                  <Table.Th>{t('keys.ends')}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((key) => (
                  <Row key={key.id} row={key} show={show} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Loaded>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('keys.add')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen && <NewKey show={show} />}
      </Modal>
      <ShownOnce title={t('keys.new')} secret={secret} close={() => setSecret(null)} />
    </Stack>
  );
}

type Show = (created: { data: Schemas['CreatedApiKey'] }) => void;

function Row({ row, show }: { row: ApiKey; show: Show }) {
  const t = useSettingsTexts();
  const formats = useFormats();
  const path = { id: row.id };
  const rotate = useWrite(() => client.post('/api_keys/{id}/rotate', { path, body: {} }), [], show);
  const revoke = useWrite(() => client.delete('/api_keys/{id}', { path }), [], readAgain);
  const { name, revoked_at: revokedAt } = row;
  const isOver = revokedAt !== null && Date.parse(revokedAt) <= Date.now();
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          …{row.last_four} · {formats.day(row.created_at)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {row.scopes.map((scope) => (
            <Badge key={scope} size="sm" variant="default" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        {row.last_used_at === null ? t('keys.unused') : formats.ago(row.last_used_at)}
      </Table.Td>
      <Table.Td>{row.expires_at === null ? t('keys.never') : formats.day(row.expires_at)}</Table.Td>
      <Table.Td ta="right">
        {revokedAt !== null ? (
          <Text size="sm" c="dimmed">
            {isOver
              ? t('keys.revoked', { ago: formats.ago(revokedAt) })
              : t('keys.overlap', { time: formats.instant(revokedAt) })}
          </Text>
        ) : (
          <Group gap={4} justify="flex-end">
            <Button
              size="compact-xs"
              variant="subtle"
              loading={rotate.isPending}
              aria-label={t('keys.rotate_label', { name })}
              onClick={() => rotate.mutate()}
            >
              {t('keys.rotate')}
            </Button>
            <AskFirst
              size="compact-xs"
              label={t('keys.revoke_label', { name })}
              question={t('keys.revoke_sure', { name })}
              loading={revoke.isPending}
              onSure={() => revoke.mutate()}
            >
              {t('keys.revoke')}
            </AskFirst>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

const SCOPES = ['read', 'write', 'imports', 'sync', 'rules', 'read_write'] as const;
type Scope = (typeof SCOPES)[number];

function NewKey({ show }: { show: Show }) {
  const t = useSettingsTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [ends, setEnds] = useState('');
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={t('name')}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
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
          onChange={(event) => setEnds(event.currentTarget.value)}
        />
        <Button type="submit" disabled={scopes.length === 0} loading={create.isPending}>
          {t('keys.add')}
        </Button>
      </Stack>
    </form>
  );
}
