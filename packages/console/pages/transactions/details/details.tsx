import {
  Button,
  Drawer,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '@ledgerline/client';
import { client } from '../../../app/client.ts';
import { useFormats } from '../../../app/format.ts';
import { reading, useWrite } from '../../../app/queries.ts';
import { Amount } from '../../../parts/amount.tsx';
import { AskFirst } from '../../../parts/ask-first.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { categoryOptions } from '../../../parts/lookups.ts';
import type { Lookups, Transaction } from '../../../parts/lookups.ts';
import { Loaded } from '../../../parts/states.tsx';
import { MerchantPicker, TagPicker } from '../name-pickers.tsx';
import { Badges } from '../row.tsx';
import { useTransactionsTexts } from '../texts.ts';
import { Splits } from './splits.tsx';
import { Why } from './why.tsx';

interface Props {
  id: string | undefined;
  close: () => void;
  lookups: Lookups;
}

/** Everything of one transaction, beside the list. */
export function Details({ id, close, lookups }: Props) {
  const t = useTransactionsTexts();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size={440}
      title={t('details.title')}
      closeButtonProps={{ 'aria-label': t('details.close') }}
    >
      {id !== undefined && <Content key={id} id={id} close={close} lookups={lookups} />}
    </Drawer>
  );
}

function Content({ id, close, lookups }: Props & { id: string }) {
  const query = useQuery({
    ...reading('/transactions/{id}', { path: { id } }, ['transaction']),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} lines={8}>
      {({ data }) => (
        <Stack gap="md">
          <Head row={data} lookups={lookups} />
          <Fields row={data} lookups={lookups} />
          <Splits row={data} categories={lookups.categories} />
          <Why row={data} lookups={lookups} />
          <Steps row={data} close={close} />
        </Stack>
      )}
    </Loaded>
  );
}

function Head({ row, lookups }: { row: Transaction; lookups: Lookups }) {
  const t = useTransactionsTexts();
  const formats = useFormats();
  const account = lookups.accounts.find(({ id }) => id === row.account_id);
  const bank = [row.merchant, row.description].filter(Boolean).join(' · ');
  return (
    <div>
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Text size="xl" fw={620}>
          <Amount value={row.amount} currency={row.currency} signed={!row.amount.startsWith('-')} />
        </Text>
        <Text size="sm" c="dimmed" component="time" dateTime={row.date}>
          {formats.day(row.date)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {account?.name}
      </Text>
      {bank !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('details.from_bank')}: {bank}
        </Text>
      )}
      <Group gap={6} mt={6}>
        <Badges row={row} />
      </Group>
    </div>
  );
}

/** Fields are saved as they are left; what a person sets is locked against rules and the bank. */
function Fields({ row, lookups }: { row: Transaction; lookups: Lookups }) {
  const t = useTransactionsTexts();
  const save = useWrite(
    (body: Schemas['TransactionEdit']) =>
      client.patch('/transactions/{id}', { path: { id: row.id }, body }),
    ['transaction'],
  );
  const label = (field: 'name' | 'category_id' | 'merchant_id' | 'tag_ids' | 'notes') => (
    <Label text={t(`field.${field}`)} isLocked={row.locked_attributes.includes(field)} />
  );
  return (
    <Stack gap="sm">
      <LeftText
        key={`name ${row.name}`}
        label={label('name')}
        value={row.name}
        save={(name) => name !== '' && save.mutate({ name })}
      />
      <Select
        label={label('category_id')}
        searchable
        clearable
        data={categoryOptions(lookups.categories)}
        value={row.category_id}
        onChange={(id) => save.mutate({ category_id: id })}
      />
      <MerchantPicker
        label={label('merchant_id')}
        value={row.merchant_id}
        merchants={lookups.merchants}
        onChange={(id) => save.mutate({ merchant_id: id })}
      />
      <TagPicker
        label={label('tag_ids')}
        names={row.tag_names}
        tags={lookups.tags}
        onChange={(ids) => save.mutate({ tag_ids: ids })}
      />
      <LeftText
        key={`notes ${row.notes}`}
        isLong
        label={label('notes')}
        value={row.notes ?? ''}
        save={(notes) => save.mutate({ notes: notes === '' ? null : notes })}
      />
      <Switch
        label={
          <Label
            text={t('details.excluded')}
            isLocked={row.locked_attributes.includes('excluded')}
          />
        }
        checked={row.excluded}
        onChange={(event) => save.mutate({ excluded: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function Label({ text, isLocked }: { text: string; isLocked: boolean }) {
  const t = useTransactionsTexts();
  if (!isLocked) return text;
  return (
    <Tooltip label={t('details.locked')}>
      <span>
        {text} <LockIcon label={t('details.locked')} />
      </span>
    </Tooltip>
  );
}

function LockIcon({ label }: { label: string }) {
  return (
    <svg role="img" aria-label={label} width="11" height="12" viewBox="0 0 11 12">
      <path fill="currentColor" d="M1 5h9v7H1z" />
      <path fill="none" stroke="currentColor" strokeWidth="1.5" d="M3 5V3a2.5 2.5 0 0 1 5 0v2" />
    </svg>
  );
}

/** A text that is saved when it is left and differs. */
function LeftText({
  label,
  value,
  save,
  isLong = false,
}: {
  label: React.ReactNode;
  value: string;
  save: (value: string) => void;
  isLong?: boolean;
}) {
  const [text, setText] = useState(value);
  const props = {
    label,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onBlur: () => text.trim() !== value && save(text.trim()),
  };
  return isLong ? (
    <Textarea autosize maxLength={10_000} {...props} />
  ) : (
    <TextInput maxLength={1000} {...props} />
  );
}

function Steps({ row, close }: { row: Transaction; close: () => void }) {
  const t = useTransactionsTexts();
  const { transfer_id: transfer } = row;
  const remove = useWrite(
    () => client.delete('/transactions/{id}', { path: { id: row.id } }),
    ['transaction'],
    close,
  );
  const separate = useWrite(
    (id: string) => client.delete('/transfers/{id}', { path: { id } }),
    ['transaction'],
  );
  return (
    <Group justify="space-between">
      <TextLink size="sm" to="/rules/new" search={{ from: row.id }}>
        {t('details.rule')}
      </TextLink>
      {transfer !== null && (
        <Button size="xs" variant="default" onClick={() => separate.mutate(transfer)}>
          {t('details.not_transfer')}
        </Button>
      )}
      {row.parent_id === null && (
        <AskFirst
          size="xs"
          question={t('details.delete_sure')}
          loading={remove.isPending}
          onSure={() => remove.mutate()}
        >
          {t('details.delete')}
        </AskFirst>
      )}
    </Group>
  );
}
