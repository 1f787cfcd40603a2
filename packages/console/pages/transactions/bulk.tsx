import {
  Button,
  CloseButton,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { client, type Schemas, texts, useWrite } from '../../app/index.ts';
import {
  categoryOptions,
  DialogButton,
  type Lookups,
  Note,
  toOptions,
  type Transaction,
  useLookups,
} from '../../parts/index.ts';
import styles from './list.module.css';

const t = texts('transactions');

type Edit = Schemas['TransactionEdit'];

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
          {() => <BulkForm selected={selected} clear={clear} />}
        </DialogButton>
        <CloseButton onClick={clear} aria-label={t('bulk.clear')} />
      </Group>
    </Paper>
  );
}

/** How many edits are under way at once: the service limits a key. */
const AT_ONCE = 4;

async function editAll(
  rows: readonly Transaction[],
  editOf: (row: Transaction) => Edit,
): Promise<{ done: number; failed: number }> {
  const left = [...rows];
  const tally = { done: 0, failed: 0 };
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const call = { path: { id: row.id }, body: editOf(row), retries: 5 };
      await client.patch('/transactions/{id}', call).then(
        () => (tally.done += 1),
        () => (tally.failed += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tally;
}

function BulkForm({ selected, clear }: Props) {
  const lookups = useLookups();
  const [edit, setEdit] = useState<Edit>({});
  const [tags, setTags] = useState<readonly string[]>([]);
  const set = (part: Edit): void => setEdit((before) => ({ ...before, ...part }));
  const apply = useWrite(
    () =>
      editAll([...selected.values()], (row) => ({
        ...edit,
        ...(tags.length > 0 && { tag_ids: [...new Set([...row.tag_ids, ...tags])] }),
      })),
    ['transaction'],
    ({ done, failed }) => {
      const message = t('bulk.done', { count: done });
      notifications.show({
        message: failed === 0 ? message : `${message} ${t('bulk.failed', { count: failed })}`,
        color: failed === 0 ? 'sea' : 'red',
      });
      clear();
    },
  );
  const isEmpty = Object.keys(edit).length === 0 && tags.length === 0;
  const reports = edit.excluded === undefined ? 'keep' : edit.excluded ? 'exclude' : 'include';
  const nameOfTag = new Map(lookups.tags.map(({ id, name }) => [id, name]));
  return (
    <Stack>
      <Note>{t('bulk.about')}</Note>
      <Select
        label={t('field.category')}
        searchable
        clearable
        data={categoryOptions(lookups.categories)}
        onChange={(id) =>
          setEdit(({ category_id: _, ...rest }) =>
            id === null ? rest : { ...rest, category_id: id },
          )
        }
      />
      <MerchantPicker
        label={t('field.merchant')}
        value={edit.merchant_id ?? null}
        onChange={(id) =>
          setEdit(({ merchant_id: _, ...rest }) =>
            id === null ? rest : { ...rest, merchant_id: id },
          )
        }
      />
      <TagPicker
        label={t('bulk.add_tags')}
        names={tags.map((id) => nameOfTag.get(id) ?? '')}
        onChange={setTags}
      />
      <Textarea
        label={t('field.notes')}
        maxLength={10_000}
        autosize
        onChange={({ currentTarget: { value } }) =>
          setEdit(({ notes: _, ...rest }) => (value === '' ? rest : { ...rest, notes: value }))
        }
      />
      <SegmentedControl
        aria-label={t('bulk.excluded')}
        value={reports}
        data={(['keep', 'include', 'exclude'] as const).map((value) => ({
          value,
          label: t(`bulk.${value}`),
        }))}
        onChange={(value) =>
          value === 'keep'
            ? setEdit(({ excluded: _, ...rest }) => rest)
            : set({ excluded: value === 'exclude' })
        }
      />
      <Button
        variant="filled"
        disabled={isEmpty}
        loading={apply.isPending}
        onClick={() => apply.mutate()}
      >
        {t('bulk.apply')}
      </Button>
    </Stack>
  );
}

/** Chooses a merchant, or creates one that is not there yet. */
export function MerchantPicker({
  label,
  value,
  onChange,
}: {
  label: ReactNode;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
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
export function TagPicker({
  label,
  names,
  onChange,
}: {
  label: ReactNode;
  names: readonly string[];
  onChange: (ids: string[]) => void;
}) {
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
