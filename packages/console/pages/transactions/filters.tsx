import { Button, Collapse, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { texts } from '../../app/index.ts';
import { Fields, LeftText } from '../../parts/form.tsx';
import { categoryOptions, choices, toOptions, useLookups } from '../../parts/lookups.ts';
import type { TransactionsSearch } from '../../app/search.ts';

const t = texts('transactions');

interface Props {
  search: TransactionsSearch;
  change: (part: Partial<Record<keyof TransactionsSearch, unknown>>) => void;
}

type Choice = 'account_id' | 'category_id' | 'merchant_id' | 'tag_id' | 'pending' | 'sort';
type Options = { value: string; label: string }[];

/** Search and filters; all of them lie in the address. */
export function Filters({ search, change }: Props) {
  const { accounts, categories, merchants, tags } = useLookups();
  const more = ['merchant_id', 'tag_id', 'start_date', 'end_date', 'min_amount', 'max_amount'];
  const [isOpen, { toggle }] = useDisclosure(
    Object.keys(search).some((name) => more.includes(name)),
  );
  const names = Object.keys(search).filter((name) => name !== 'open');
  const choice = (name: Choice, data: Options) => (
    <Select
      size="xs"
      w={{ base: 'calc(50% - 5px)', xs: 144 }}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      value={search[name] ?? null}
      data={data}
      limit={200}
      searchable={data.length > 6}
      clearable
      onChange={(value) => change({ [name]: value })}
    />
  );
  const day = (name: 'start_date' | 'end_date') => ({
    size: 'xs',
    type: 'date',
    'aria-label': t(`filter.${name}`),
  });
  return (
    <search>
      <Group gap="xs" role="group" aria-label={t('filter.more')}>
        <SearchField value={search.search ?? ''} change={change} />
        {choice('account_id', toOptions(accounts))}
        {choice('category_id', [
          { value: 'none', label: t('filter.none') },
          ...categoryOptions(categories),
        ])}
        {choice(
          'pending',
          choices(['true', 'false'], (is) => t(`filter.${is}`)),
        )}
        {choice(
          'sort',
          choices(['date', '-amount', 'amount'], (name) => t(`sort.${name}`)),
        )}
        <Button variant="subtle" onClick={toggle} aria-expanded={isOpen}>
          {t('filter.more')}
        </Button>
        {names.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            {t('filter.reset')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <Group gap="xs" mt="xs">
          {choice('merchant_id', toOptions(merchants))}
          {choice('tag_id', toOptions(tags))}
          <Fields<TransactionsSearch>
            of={{ start_date: day('start_date'), end_date: day('end_date') }}
            values={search}
            set={change}
          />
          {(['min_amount', 'max_amount'] as const).map((name) => (
            <LeftText
              key={name}
              size="xs"
              w={120}
              inputMode="decimal"
              placeholder={t(`filter.${name}`)}
              aria-label={t(`filter.${name}`)}
              value={search[name] ?? ''}
              save={(text) => change({ [name]: text.replace(',', '.') })}
            />
          ))}
        </Group>
      </Collapse>
    </search>
  );
}

function SearchField({ value, change }: { value: string; change: Props['change'] }) {
  const [text, setText] = useState(value);
  const send = useDebouncedCallback((typed: string) => change({ search: typed }), 250);
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
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        send(typed);
      }}
    />
  );
}
