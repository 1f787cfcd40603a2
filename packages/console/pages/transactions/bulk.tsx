import {
  CloseButton,
  Group,
  Paper,
  SegmentedControl,
  Select,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { client, type Schemas, texts, useWrite } from '../../app/index.ts';
import {
  categoryOptions,
  choices,
  DialogButton,
  Form,
  type Lookups,
  Note,
  toOptions,
  type Transaction,
  useLookups,
} from '../../parts/index.ts';
import styles from './list.module.css';

const t = texts('transactions');

interface Props {
  selected: ReadonlyMap<string, Transaction>;
  clear: () => void;
}

/** What can be done with the transactions that are selected. */
export function BulkBar({ selected, clear }: Props) {
  return (
    <Paper withBorder shadow="md" p="xs" className={styles['bulk']} role="status">
      <Group gap="sm">
        <Text size="sm" flex={1} fw={600}>
          {t('bulk.selected', { count: selected.size })}
        </Text>
        <DialogButton
          variant="filled"
          label={t('bulk.edit')}
          title={t('bulk.title', { count: selected.size })}
        >
          <BulkForm selected={selected} clear={clear} />
        </DialogButton>
        <CloseButton onClick={clear} aria-label={t('bulk.clear')} />
      </Group>
    </Paper>
  );
}

/** How many edits are under way at once: the service limits a key. */
const AT_ONCE = 4;

async function editAll(selected: Props['selected'], values: typeof UNTOUCHED) {
  const left = [...selected.values()];
  const tally = { done: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const call = { path: { id: row.id }, body: editOf(values, row.tag_ids), retries: 5 };
      await client.patch('/transactions/{id}', call).then(
        () => (tally.done += 1),
        () => (tally.failed += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tally;
}

const UNTOUCHED = {
  category: null as string | null,
  merchant: null as string | null,
  tags: [] as string[],
  notes: '',
  excluded: 'keep' as 'keep' | 'include' | 'exclude',
};

/** What was filled in; tags are added to those that are there. */
function editOf(values: typeof UNTOUCHED, tagIds: readonly string[]): Schemas['TransactionEdit'] {
  const { category, merchant, tags, notes, excluded } = values;
  return {
    ...(category !== null && { category_id: category }),
    ...(merchant !== null && { merchant_id: merchant }),
    ...(tags.length > 0 && { tag_ids: [...new Set([...tagIds, ...tags])] }),
    ...(notes !== '' && { notes }),
    ...(excluded !== 'keep' && { excluded: excluded === 'exclude' }),
  };
}

function BulkForm({ selected, clear }: Props) {
  const { categories, names } = useLookups();
  const say = ({ done, failed }: { done: number; failed: number }): void => {
    const message = [
      t('bulk.done', { count: done }),
      ...(failed > 0 ? [t('bulk.failed', { count: failed })] : []),
    ];
    notifications.show({ message: message.join(' '), color: failed === 0 ? 'sea' : 'red' });
    clear();
  };
  return (
    <Form
      first={UNTOUCHED}
      send={(values) => editAll(selected, values)}
      changes={['transaction']}
      then={say}
      submit={t('bulk.apply')}
      isUnready={(values) => Object.keys(editOf(values, [])).length === 0}
    >
      {(field, { tags }) => (
        <>
          <Note>{t('bulk.about')}</Note>
          <Select
            label={t('field.category')}
            searchable
            clearable
            data={categoryOptions(categories)}
            {...field('category')}
          />
          <MerchantPicker label={t('field.merchant')} {...field('merchant')} />
          <TagPicker
            label={t('bulk.add_tags')}
            names={tags.map((id) => names.get(id) ?? '')}
            onChange={field('tags').onChange}
          />
          <Textarea label={t('field.notes')} maxLength={10_000} autosize {...field('notes')} />
          <SegmentedControl
            aria-label={t('bulk.excluded')}
            data={choices(['keep', 'include', 'exclude'], (name) => t(`bulk.${name}`))}
            {...field('excluded')}
          />
        </>
      )}
    </Form>
  );
}

/** Chooses a merchant, or creates one that is not there yet. */
export function MerchantPicker(props: {
  label: ReactNode;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { label, value, onChange } = props;
  const { merchants } = useLookups();
  const [typed, setTyped] = useState('');
  const create = useWrite(
    (name: string) => client.post('/merchants', { body: { name } }),
    ['merchant'],
    ({ data }) => onChange(data.id),
  );
  const name = typed.trim();
  const isNew =
    name !== '' && !merchants.some((one) => one.name.toLowerCase() === name.toLowerCase());
  return (
    <Select
      label={label}
      searchable
      clearable
      limit={50}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[
        ...toOptions(merchants),
        ...(isNew ? [{ value: NEW, label: t('new_option', { name }) }] : []),
      ]}
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === NEW ||
              option.label.toLowerCase().includes(search.trim().toLowerCase())),
        )
      }
      onChange={(id) => (id === NEW ? create.mutate(name) : onChange(id))}
    />
  );
}

const NEW = 'new';

/** Chooses tags by their names; creates those that are not there yet. */
export function TagPicker(props: {
  label: ReactNode;
  names: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { label, names, onChange } = props;
  const { tags } = useLookups();
  const save = useWrite(
    (wanted: readonly string[]) => Promise.all(wanted.map((name) => idOfTag(name, tags))),
    ['tag'],
    onChange,
  );
  return (
    <TagsInput
      label={label}
      value={[...names]}
      data={tags.map(({ name }) => name)}
      maxTags={100}
      onChange={(wanted) => save.mutate(wanted)}
    />
  );
}

async function idOfTag(name: string, tags: Lookups['tags']): Promise<string> {
  const known = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
  return known?.id ?? (await client.post('/tags', { body: { name } })).data.id;
}
