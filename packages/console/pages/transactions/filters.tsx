import { Button, Collapse, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { texts } from '../../app/index.ts';
import { categoryOptions, choices, toOptions, useLookups } from '../../parts/index.ts';
import type { TransactionsSearch } from '../../app/search.ts';

const t = texts('transactions');

type Change = (part: Partial<Record<keyof TransactionsSearch, unknown>>) => void;
interface Props {
  search: TransactionsSearch;
  change: Change;
}

const orNone = (value: string | null): string | undefined =>
  value === '' ? undefined : (value ?? undefined);

/** Search and filters; all of them lie in the address. */
export function Filters({ search, change }: Props) {
  const lookups = useLookups();
  const rest = [search.from, search.to, search.min, search.max, search.merchant, search.tag];
  const [isOpen, { toggle }] = useDisclosure(rest.some((value) => value !== undefined));
  const isFiltered = Object.keys(search).some((name) => name !== 'open');
  const states = { pending: true, posted: false } as const;
  const state = search.pending === undefined ? null : search.pending ? 'pending' : 'posted';
  return (
    <search>
      <Group gap="xs" role="group" aria-label={t('filter.more')}>
        <SearchField value={search.q ?? ''} change={change} />
        <Choice
          label={t('filter.account')}
          value={search.account}
          data={toOptions(lookups.accounts)}
          onChange={(account) => change({ account })}
        />
        <Choice
          label={t('filter.category')}
          value={search.category}
          data={[
            { value: 'none', label: t('filter.none') },
            ...categoryOptions(lookups.categories),
          ]}
          onChange={(category) => change({ category })}
        />
        <Choice
          label={t('filter.state')}
          value={state ?? undefined}
          data={choices(['pending', 'posted'], (name) => t(`filter.${name}`))}
          onChange={(value) => change({ pending: value && states[value as 'pending'] })}
        />
        <Choice
          label={t('sort.-date')}
          value={search.sort}
          data={choices(['date', '-amount', 'amount'], (name) => t(`sort.${name}`))}
          onChange={(sort) => change({ sort })}
        />
        <Button variant="subtle" onClick={toggle} aria-expanded={isOpen}>
          {t('filter.more')}
        </Button>
        {isFiltered && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() =>
              change(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))
            }
          >
            {t('filter.reset')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <MoreFilters search={search} change={change} />
      </Collapse>
    </search>
  );
}

function MoreFilters({ search, change }: Props) {
  const lookups = useLookups();
  return (
    <Group gap="xs" mt="xs">
      <Choice
        label={t('filter.merchant')}
        value={search.merchant}
        data={toOptions(lookups.merchants)}
        onChange={(merchant) => change({ merchant })}
      />
      <Choice
        label={t('filter.tag')}
        value={search.tag}
        data={toOptions(lookups.tags)}
        onChange={(tag) => change({ tag })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          size="xs"
          aria-label={t(`filter.${name}`)}
          value={search[name] ?? ''}
          onChange={(event) => change({ [name]: orNone(event.currentTarget.value) })}
        />
      ))}
      {(['min', 'max'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          w={120}
          inputMode="decimal"
          placeholder={t(`filter.${name}`)}
          aria-label={t(`filter.${name}`)}
          defaultValue={search[name] ?? ''}
          onBlur={(event) =>
            change({ [name]: orNone(event.currentTarget.value.replace(',', '.')) })
          }
        />
      ))}
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  data: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      w={{ base: 'calc(50% - 5px)', xs: 144 }}
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      data={data}
      limit={200}
      searchable={data.length > 6}
      clearable
      onChange={(chosen) => onChange(orNone(chosen))}
    />
  );
}

function SearchField({ value, change }: { value: string; change: Change }) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback((q: string) => change({ q: orNone(q) }), 250);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      size="xs"
      type="search"
      flex={{ base: '1 0 100%', sm: '1 1 240px' }}
      aria-label={t('search')}
      placeholder={t('search')}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
