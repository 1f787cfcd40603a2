import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { formats, texts } from '../../app/index.ts';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  Loaded,
  Page,
  type Transaction,
} from '../../parts/index.ts';
import { BulkBar } from './bulk.tsx';
import { Details } from './details/details.tsx';
import { Filters } from './filters.tsx';
import { List, useFirstPage } from './list.tsx';
import type { TransactionsSearch } from '../../app/search.ts';

const t = texts('transactions');

/** All transactions of a household: found, read, edited one by one and many at once. */
export default function TransactionsPage() {
  const search = useSearch({ from: '/shell/transactions' });
  const navigate = useNavigate({ from: '/transactions' });
  const [selected, setSelected] = useState<ReadonlyMap<string, Transaction>>(new Map());
  const { open, ...filters } = search;
  const first = useFirstPage(filters);
  const change = useCallback(
    (part: Partial<Record<keyof TransactionsSearch, unknown>>) =>
      void navigate({
        search: (before) => ({ ...before, ...part }) as TransactionsSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const show = useCallback((id: string | undefined) => change({ open: id }), [change]);
  const total = first.data?.meta.total_count ?? 0;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('title')}
      about={first.data && t('count', { count: total, shown: formats.number(total) })}
      actions={<ButtonLink to="/transactions/review">{t('review')}</ButtonLink>}
    >
      <Filters search={search} change={change} />
      {first.error && first.data ? <ErrorState error={first.error} /> : null}
      <Loaded query={first} lines={12}>
        {() =>
          total === 0 ? (
            <EmptyState title={t('empty.title')}>
              {t(isFiltered ? 'empty.text' : 'empty.first')}
            </EmptyState>
          ) : (
            <List
              filters={filters}
              total={total}
              selected={selected}
              setSelected={setSelected}
              show={show}
            />
          )
        }
      </Loaded>
      {selected.size > 0 && <BulkBar selected={selected} clear={() => setSelected(new Map())} />}
      <Details id={open} close={() => show(undefined)} />
    </Page>
  );
}
