import { Drawer, Fieldset, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { client, formats, MayWrite, type Schemas, texts } from '../../../app/index.ts';
import { reading, useReading, useReadingAll } from '../../../app/queries.ts';
import { act, TextLink } from '../../../parts/actions.tsx';
import { CategoryPicker, Fields, LeftText, NamePicker } from '../../../parts/form.tsx';
import { type Transaction, useLookups } from '../../../parts/lookups.ts';
import { Loaded, Note, Section } from '../../../parts/page.tsx';
import { Amount, Listed, noted } from '../../../parts/rows.tsx';
import { Badges, useEdit } from '../list.tsx';
import { Splits } from './splits.tsx';

const t = texts('transactions');

interface Props {
  id: string | undefined;
  close: () => void;
}

export function Details({ id, close }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      // Its own handler would also close it with the Escape that closes a question over it.
      closeOnEscape={false}
      onKeyDown={({ key, target }) => {
        const isListOpen = (target as Element).matches('[data-mantine-stop-propagation="true"]');
        if (key === 'Escape' && !isListOpen) close();
      }}
      position="right"
      size={440}
      title={t('details.title')}
    >
      {id !== undefined && <Content key={id} id={id} close={close} />}
    </Drawer>
  );
}

function Content({ id, close }: Props & { id: string }) {
  const query = useQuery({
    ...reading('/transactions/{id}', { path: { id } }),
    placeholderData: keepPreviousData,
  });
  const mayWrite = use(MayWrite);
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Fieldset variant="unstyled" disabled={!mayWrite} display="grid" style={{ gap: 16 }}>
          <Head row={data} />
          <Editor row={data} />
          <Locks row={data} />
          <Splits row={data} />
          <Why row={data} />
          <Steps row={data} close={close} />
        </Fieldset>
      )}
    </Loaded>
  );
}

function Head({ row }: { row: Transaction }) {
  const account = useLookups().nameOf(row.account_id);
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
function Editor({ row }: { row: Transaction }) {
  const save = useEdit(row);
  const { category_id, merchant_id, tag_ids, excluded } = row;
  return (
    <Stack gap="sm">
      <LeftText
        label={t('field.name')}
        maxLength={1000}
        value={row.name}
        onChange={(name) => name !== '' && save({ name })}
      />
      <Fields
        of={{
          category_id: { input: CategoryPicker, label: t('field.category_id') },
          one: { input: NamePicker, of: 'merchants', isOne: true, label: t('field.merchant_id') },
          tag_ids: { input: NamePicker, of: 'tags', label: t('field.tag_ids') },
        }}
        values={{ category_id, tag_ids, one: merchant_id === null ? [] : [merchant_id] }}
        set={({ one, ...part }) => save(one ? { merchant_id: one[0] ?? null } : part)}
      />
      <LeftText
        input={Textarea}
        autosize
        label={t('field.notes')}
        maxLength={10_000}
        value={row.notes}
        onChange={(notes) => save({ notes: notes === '' ? null : notes })}
      />
      <Fields
        of={{ excluded: { input: Switch, label: t('details.excluded') } }}
        values={{ excluded }}
        set={save}
      />
    </Stack>
  );
}

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

function Steps({ row, close }: { row: Transaction; close: () => void }) {
  const { id, parent_id: parent, transfer_id: transfer } = row;
  const part = () => client.delete('/transfers/{id}', { path: { id: transfer ?? '' } });
  const remove = () => client.delete('/transactions/{id}', { path: { id } });
  return (
    <Group justify="space-between">
      <TextLink size="sm" to="/app/rules/new" search={{ from: id }}>
        {t('details.rule')}
      </TextLink>
      {transfer !== null && act(t('details.not_transfer'), part)}
      {parent === null &&
        act(t('details.delete'), remove, { ask: t('details.delete_sure'), then: close })}
    </Group>
  );
}

function Why({ row }: { row: Transaction }) {
  const options = { path: { id: row.id }, query: { per_page: 50 } };
  const rules = useReadingAll('/rules').data ?? [];
  const { named } = useLookups();
  const value = (text: string | null, attribute: string): string => {
    if (text === null || text === '' || text === '[]') return t('details.nothing');
    if (text === 'true' || text === 'false')
      return t(text === 'true' ? 'details.yes' : 'details.no');
    if (attribute !== 'splits') return named(text);
    const parts = text.split(',').map((part) => formats.amount(part, row.currency));
    return parts.join(' + ');
  };
  const source = ({ source: by, rule_id: id }: Schemas['TransactionChange']): string => {
    if (by !== 'rule') return t(`details.source.${by}`);
    const rule = rules.find((one) => one.id === id);
    return rule?.name ? t('details.source.rule', { name: rule.name }) : t('details.source.a_rule');
  };
  return (
    <Section order={3} title={t('details.why')}>
      <Listed
        query={useReading('/transactions/{id}/changes', options)}
        none={t('details.no_changes')}
        label={t('details.why')}
        head={['']}
        cells={(change) => [
          noted(
            `${fieldName(change.attribute)}: ${value(change.old_value, change.attribute)} → ${value(change.new_value, change.attribute)}`,
            source(change),
            formats.ago(change.created_at),
          ),
        ]}
      />
    </Section>
  );
}

const fieldName = (attribute: string): string =>
  t(`field.${attribute}` as 'field.name', { defaultValue: attribute });
