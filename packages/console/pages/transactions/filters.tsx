import { Box, Button, Group, Select } from '@mantine/core';
import { texts } from '../../app/index.ts';
import type { TransactionsSearch } from '../../app/search.ts';
import { AmountInput } from '../../parts/amount-input.tsx';
import { Fields, SearchField } from '../../parts/form.tsx';
import { categoryOptions, choices, toOptions, useLookups } from '../../parts/lookups.ts';

const t = texts('transactions');

interface Props {
  search: TransactionsSearch;
  change: (part: Partial<Record<keyof TransactionsSearch, unknown>>) => void;
}

type Filter = Exclude<keyof TransactionsSearch, 'open' | 'sync_id' | 'import_id'>;

const field = (name: Filter) => ({
  size: 'xs',
  w: { base: 'calc(50% - 5px)', xs: 144 },
  'aria-label': t(`filter.${name}`),
  placeholder: t(`filter.${name}`),
});

const choice = (name: Filter, data: { value: string; label: string }[]) => ({
  ...field(name),
  input: Select,
  data,
  searchable: data.length > 6,
  clearable: true,
});

const amount = (name: Filter) => ({ ...field(name), input: AmountInput, isLate: true });

export function Filters({ search, change }: Props) {
  const { accounts, categories, merchants, tags } = useLookups();
  const names = Object.keys(search).filter((name) => name !== 'open');
  const uncategorized = { value: 'none', label: t('filter.none') };
  const states = choices(['true', 'false'], (is) => t(`filter.${is}`));
  const orders = choices(['date', '-amount', 'amount'], (name) => t(`sort.${name}`));
  const often = {
    search: {
      ...field('search'),
      input: SearchField,
      w: undefined,
      flex: { base: '1 0 100%', sm: '1 1 240px' },
    },
    account_id: choice('account_id', toOptions(accounts)),
    category_id: choice('category_id', [uncategorized, ...categoryOptions(categories)]),
    pending: choice('pending', states),
    sort: choice('sort', orders),
  };
  const more = {
    merchant_id: choice('merchant_id', toOptions(merchants)),
    tag_id: choice('tag_id', toOptions(tags)),
    start_date: { ...field('start_date'), type: 'date' },
    end_date: { ...field('end_date'), type: 'date' },
    min_amount: amount('min_amount'),
    max_amount: amount('max_amount'),
  };
  return (
    <search>
      <Group gap="xs">
        <Fields<TransactionsSearch> of={often} values={search} set={change} />
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
      <Box component="details" mt="xs" open={names.some((name) => name in more)}>
        <summary>{t('filter.more')}</summary>
        <Group gap="xs" mt="xs">
          <Fields<TransactionsSearch> of={more} values={search} set={change} />
        </Group>
      </Box>
    </search>
  );
}
