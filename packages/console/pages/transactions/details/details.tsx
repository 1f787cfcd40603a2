import { Drawer, Fieldset, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { client, formats, MayWrite, type Schemas, texts } from '../../../app/index.ts';
import { reading, useReading, useReadingAll, useWrite } from '../../../app/queries.ts';
import { act, TextLink } from '../../../parts/actions.tsx';
import { CategoryPicker, Fields, LeftText, NamePicker } from '../../../parts/form.tsx';
import { type Transaction, useLookups } from '../../../parts/lookups.ts';
import { Loaded, Note, Section } from '../../../parts/page.tsx';
import { Amount, Listed, noted } from '../../../parts/rows.tsx';
import { Badges, editOf } from '../list.tsx';
import { Splits } from './splits.tsx';

const t = texts('transactions');
const entered = texts('entered');

interface Props {
  id: string | undefined;
  close: () => void;
}

export function Details({ id, close }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      // The drawer's own handler would also close it on an Escape that is meant for a dialog above it.
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
  const part = (transfer: string) => () =>
    client.delete('/transfers/{id}', { path: { id: transfer } });
  const remove = () => client.delete('/transactions/{id}', { path: { id } });
  const mayWrite = use(MayWrite);
  const { nameOf } = useLookups();
  return (
    <Loaded query={query}>
      {({ data, etag }) => (
        <Fieldset
          variant="unstyled"
          disabled={!mayWrite}
          display="grid"
          style={{ gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          <div>
            <Group justify="space-between" align="baseline" wrap="nowrap">
              <Text size="xl" fw={620}>
                <Amount
                  value={data.amount}
                  currency={data.currency}
                  signed={!data.amount.startsWith('-')}
                />
              </Text>
              <Note component="time" dateTime={data.date}>
                {formats.day(data.date)}
              </Note>
            </Group>
            <Note>{nameOf(data.account_id)}</Note>
            {(data.merchant ?? data.description) !== null && (
              <Note size="xs" mt={4}>
                {t('details.from_bank')}:{' '}
                {[data.merchant, data.description].filter(Boolean).join(' · ')}
              </Note>
            )}
            <Group gap={6} mt={6}>
              <Badges row={data} />
            </Group>
          </div>
          <Editable row={data} />
          {data.locked_attributes.length > 0 && (
            <Section order={3} title={t('details.locked')} about={t('details.locked_about')}>
              <Group gap={6}>
                {data.locked_attributes.map((attribute) => {
                  const name = fieldName(attribute);
                  const call = { path: { id }, body: { unlock: [attribute] } };
                  return act(`${name} ×`, () => client.patch('/transactions/{id}', call), {
                    size: 'compact-sm',
                    label: t('details.unlock', { field: name }),
                  });
                })}
              </Group>
            </Section>
          )}
          <Splits row={data} ifMatch={etag} />
          <Why row={data} />
          <Group justify="space-between">
            <TextLink size="sm" to="/app/rules/new" search={{ from: id }}>
              {t('details.rule')}
            </TextLink>
            {data.transfer_id !== null && act(t('details.not_transfer'), part(data.transfer_id))}
            {data.parent_id === null &&
              act(t('details.delete'), remove, { ask: t('details.delete_sure'), then: close })}
          </Group>
        </Fieldset>
      )}
    </Loaded>
  );
}

/** What a person may set. */
function Editable({ row }: { row: Transaction }) {
  const edit = editOf(row.id);
  const { mutate } = useWrite(edit);
  /** Saves each field on its own. What a person sets is locked against changes by rules and the bank. */
  const set = ({ one, ...body }: Schemas['TransactionEdit'] & { one?: string[] }): void =>
    mutate(one ? { merchant_id: one[0] ?? null } : body);
  return (
    <Stack gap="sm">
      <Fields
        of={{
          name: {
            input: LeftText,
            label: t('field.name'),
            maxLength: 1000,
            save: (name: string) => edit({ name }),
            needed: entered('name must not be blank'),
          },
          category_id: { input: CategoryPicker, label: t('field.category_id') },
          one: {
            input: NamePicker,
            of: 'merchants',
            isOne: true,
            label: t('field.merchant_id'),
          },
          tag_ids: { input: NamePicker, of: 'tags', label: t('field.tag_ids') },
          notes: {
            input: LeftText,
            as: Textarea,
            autosize: true,
            label: t('field.notes'),
            save: (notes: string) => edit({ notes: notes || null }),
          },
          excluded: { input: Switch, label: t('details.excluded') },
        }}
        values={{ ...row, one: row.merchant_id === null ? [] : [row.merchant_id] }}
        set={set}
      />
    </Stack>
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
