import { Select, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { client, texts, useWrite } from '../../app/index.ts';
import { type Lookups, toOptions, useLookups } from '../../parts/index.ts';

const t = texts('transactions');

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
