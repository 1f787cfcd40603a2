import { Drawer, Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client, reading, type Schemas, formats, texts, useWrite } from '../../../app/index.ts';
import {
  actsOn,
  Amount,
  categoryOptions,
  Loaded,
  Note,
  Section,
  TextLink,
  type Transaction,
  TRANSACTION_TYPES,
  useLookups,
} from '../../../parts/index.ts';
import { MerchantPicker, TagPicker } from '../bulk.tsx';
import { Badges } from '../list.tsx';
import { Splits } from './splits.tsx';
import { fieldName, Why } from './why.tsx';

const t = texts('transactions');
const act = actsOn('transaction');

interface Props {
  id: string | undefined;
  close: () => void;
}

/** Everything of one transaction, beside the list. */
export function Details({ id, close }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size={440}
      title={t('details.title')}
      closeButtonProps={{ 'aria-label': t('details.close') }}
    >
      {id !== undefined && <Content key={id} id={id} close={close} />}
    </Drawer>
  );
}

function Content({ id, close }: Props & { id: string }) {
  const query = useQuery({
    ...reading('/transactions/{id}', { path: { id } }, TRANSACTION_TYPES),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} lines={8}>
      {({ data }) => (
        <Stack gap="md">
          <Head row={data} />
          <Fields row={data} />
          <Locks row={data} />
          <Splits row={data} />
          <Why row={data} />
          <Steps row={data} close={close} />
        </Stack>
      )}
    </Loaded>
  );
}

function Head({ row }: { row: Transaction }) {
  const account = useLookups().names.get(row.account_id);
  const bank = [row.merchant, row.description].filter(Boolean).join(' · ');
  return (
    <div>
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Text size="xl" fw={620}>
          <Amount value={row.amount} currency={row.currency} signed={!row.amount.startsWith('-')} />
        </Text>
        <Note component="time" dateTime={row.date}>
          {formats.day(row.date)}
        </Note>
      </Group>
      <Note>{account}</Note>
      {bank !== '' && (
        <Note size="xs" mt={4}>
          {t('details.from_bank')}: {bank}
        </Note>
      )}
      <Group gap={6} mt={6}>
        <Badges row={row} />
      </Group>
    </div>
  );
}

/** Fields are saved as they are left; what a person sets is locked against rules and the bank. */
function Fields({ row }: { row: Transaction }) {
  const save = useWrite(
    (body: Schemas['TransactionEdit']) =>
      client.patch('/transactions/{id}', { path: { id: row.id }, body }),
    ['transaction'],
  );
  return (
    <Stack gap="sm">
      <LeftText
        key={`name ${row.name}`}
        label={t('field.name')}
        value={row.name}
        save={(name) => name !== '' && save.mutate({ name })}
      />
      <Select
        label={t('field.category_id')}
        searchable
        clearable
        data={categoryOptions(useLookups().categories)}
        value={row.category_id}
        onChange={(id) => save.mutate({ category_id: id })}
      />
      <MerchantPicker
        label={t('field.merchant_id')}
        value={row.merchant_id}
        onChange={(id) => save.mutate({ merchant_id: id })}
      />
      <TagPicker
        label={t('field.tag_ids')}
        names={row.tag_names}
        onChange={(ids) => save.mutate({ tag_ids: ids })}
      />
      <LeftText
        key={`notes ${row.notes}`}
        isLong
        label={t('field.notes')}
        value={row.notes ?? ''}
        save={(notes) => save.mutate({ notes: notes === '' ? null : notes })}
      />
      <Switch
        label={t('details.excluded')}
        checked={row.excluded}
        onChange={(event) => save.mutate({ excluded: event.currentTarget.checked })}
      />
    </Stack>
  );
}

/** What a person set, which rules and the bank leave as it is, and the way to leave it to them again. */
function Locks({ row }: { row: Transaction }) {
  const { id, locked_attributes: locked } = row;
  if (locked.length === 0) return null;
  return (
    <Section order={3} title={t('details.locked')} about={t('details.locked_about')}>
      <Group gap={6}>
        {locked.map((attribute) => {
          const name = fieldName(attribute);
          const call = { path: { id }, body: { unlock: [attribute] } };
          return act(`${name} ×`, () => client.patch('/transactions/{id}', call), {
            size: 'compact-sm',
            label: t('details.unlock', { field: name }),
          });
        })}
      </Group>
    </Section>
  );
}

/** A text that is saved when it is left and differs, also where the details are closed over it. */
function LeftText(props: {
  label: string;
  value: string;
  save: (value: string) => void;
  isLong?: boolean;
}) {
  const { label, value, save, isLong = false } = props;
  const [text, setText] = useState(value);
  const latest = useRef({ text, sent: value });
  latest.current.text = text.trim();
  const send = (): void => {
    latest.current.sent = latest.current.text;
    save(latest.current.text);
  };
  useEffect(
    () => () => {
      if (latest.current.text !== latest.current.sent) send();
    },
    [],
  );
  const field = {
    label,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onBlur: () => text.trim() !== value && send(),
  };
  return isLong ? (
    <Textarea autosize maxLength={10_000} {...field} />
  ) : (
    <TextInput maxLength={1000} {...field} />
  );
}

function Steps({ row, close }: { row: Transaction; close: () => void }) {
  const { id, parent_id: parent, transfer_id: transfer } = row;
  const part = () => client.delete('/transfers/{id}', { path: { id: transfer ?? '' } });
  const remove = () => client.delete('/transactions/{id}', { path: { id } });
  return (
    <Group justify="space-between">
      <TextLink size="sm" to="/rules/new" search={{ from: id }}>
        {t('details.rule')}
      </TextLink>
      {transfer !== null && act(t('details.not_transfer'), part)}
      {parent === null &&
        act(t('details.delete'), remove, { ask: t('details.delete_sure'), then: close })}
    </Group>
  );
}
