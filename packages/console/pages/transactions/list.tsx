import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Dispatch, SetStateAction } from 'react';
import { memo, use, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import {
  client,
  formats,
  MayWrite,
  reading,
  type Schemas,
  texts,
  useWrite,
} from '../../app/index.ts';
import { CategoryPicker } from '../../parts/form.tsx';
import { type Transaction, useLookups } from '../../parts/lookups.ts';
import { Amount } from '../../parts/rows.tsx';
import type { TransactionsSearch } from '../../app/search.ts';
import styles from './list.module.css';

const t = texts('transactions');

interface Props {
  filters: TransactionsSearch;
  total: number;
  selected: ReadonlyMap<string, Transaction>;
  setSelected: Dispatch<SetStateAction<ReadonlyMap<string, Transaction>>>;
  show: (id: string) => void;
}

export function List({ filters, total, selected, setSelected, show }: Props) {
  const lookups = useLookups();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const height = isNarrow ? 60 : 40;
  useLayoutEffect(() => {
    setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  // A leap shows dozens of other rows: they are made in slices between frames, not all in one.
  const items = useDeferredValue(virtualizer.getVirtualItems());
  const rowAt = useRows(filters, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const colours = useMemo(
    () => new Map(lookups.categories.map(({ id, color }) => [id, color])),
    [lookups.categories],
  );
  const toggle = useCallback(
    (row: Transaction) =>
      setSelected((before) => {
        const next = new Map(before);
        if (!next.delete(row.id)) next.set(row.id, row);
        return next;
      }),
    [setSelected],
  );
  return (
    <div role="table" aria-label={t('list')} aria-rowcount={total + 1}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={styles['head']}>
          <span role="columnheader" aria-label={t('bulk.edit')} />
          {(['date', 'name', 'category', 'account', 'amount'] as const).map((field) => (
            <span key={field} role="columnheader" className={styles[field]}>
              {t(`field.${field}`)}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={box}
        role="rowgroup"
        style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div
              key={row?.id ?? index}
              role="row"
              aria-rowindex={index + 2}
              className={styles['row']}
              data-pending={row?.pending}
              data-excluded={row?.excluded}
              data-selected={row !== undefined && selected.has(row.id)}
              style={{ height, transform: `translateY(${start - top}px)` }}
            >
              {row ? (
                <Row
                  row={row}
                  account={lookups.names.get(row.account_id) ?? ''}
                  colour={colours.get(row.category_id ?? '')}
                  isSelected={selected.has(row.id)}
                  toggle={toggle}
                  show={show}
                />
              ) : (
                <span role="cell" className={styles['waiting']} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  row: Transaction;
  account: string;
  colour: string | undefined;
  isSelected: boolean;
  toggle: (row: Transaction) => void;
  show: (id: string) => void;
}

/**
 * One line of the list; its category is edited in place, its name opens the rest. Scrolling renders dozens between two frames, so it is
 * made of plain elements, and what only an edit needs comes with the edit.
 */
const Row = memo(function Row(props: RowProps) {
  const { row, account, isSelected, toggle, show } = props;
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <span role="cell" className={styles['check']}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('select', { name: row.name })}
          onChange={() => toggle(row)}
        />
      </span>
      <time role="cell" className={styles['date']} dateTime={row.date}>
        {formats.recentDay(row.date)}
      </time>
      <span role="cell" className={styles['name']}>
        <button type="button" className={styles['title']} dir="auto" onClick={() => show(row.id)}>
          {row.name}
        </button>
        <Badges row={row} />
      </span>
      <span role="cell" className={styles['category']}>
        {isEdited ? (
          <CategoryEdit row={row} close={() => setEdited(false)} />
        ) : (
          <Category row={row} colour={props.colour} edit={() => setEdited(true)} />
        )}
      </span>
      <span role="cell" className={styles['account']}>
        {account}
      </span>
      <span role="cell" className={styles['amount']}>
        <Amount value={row.amount} currency={row.currency} signed={!row.amount.startsWith('-')} />
      </span>
    </>
  );
});

/** What is particular about a transaction. The Pending badge goes when the feed brings the posted one. */
export function Badges({ row }: { row: Transaction }) {
  const isStale = row.pending && row.stale_pending;
  const words = [
    row.pending && t('pending'),
    row.transfer_id !== null && t('transfer'),
    row.splits.length > 0 && t('split'),
    row.parent_id !== null && t('part'),
    row.excluded && t('excluded'),
  ].filter((word) => word !== false);
  return words.map((word) => (
    <span
      key={word}
      className={styles['badge']}
      {...(isStale && word === words[0] && { 'data-stale': true, title: t('stale') })}
    >
      {word}
    </span>
  ));
}

function Category({ row, colour, edit }: Pick<RowProps, 'row' | 'colour'> & { edit: () => void }) {
  const name = row.category_name ?? t('uncategorized');
  return (
    <button
      type="button"
      className={styles['pick']}
      style={{ width: '100%' }}
      data-empty={row.category_id === null}
      disabled={!use(MayWrite)}
      aria-label={t('set_category', { name: row.name, category: name })}
      onClick={edit}
    >
      {colour !== undefined && <span style={{ color: colour, marginInlineEnd: 8 }}>●</span>}
      {name}
    </button>
  );
}

function CategoryEdit({ row, close }: { row: Transaction; close: () => void }) {
  const save = useEdit(row);
  return (
    <CategoryPicker
      size="xs"
      autoFocus
      defaultDropdownOpened
      selectFirstOptionOnChange
      aria-label={t('field.category')}
      value={row.category_id}
      onChange={(id) => {
        // The keyboard goes on from here.
        const cell = document.activeElement?.closest('[role=cell]');
        flushSync(close);
        cell?.querySelector('button')?.focus();
        if (id !== row.category_id) save({ category_id: id });
      }}
      // What is typed replaces the category that is there.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={close}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}

export function useEdit({ id }: Transaction) {
  const edit = (body: Schemas['TransactionEdit']) =>
    client.patch('/transactions/{id}', { path: { id }, body });
  return useWrite(edit).mutate;
}

const PAGE_ROWS = 100;

function pageOf({ pending, sort, ...filters }: TransactionsSearch, page: number) {
  const query = {
    ...filters,
    ...(pending !== undefined && { pending: pending === 'true' }),
    ...(sort !== undefined && { sort: sort as 'date' | 'amount' | '-amount' }),
    page,
    per_page: PAGE_ROWS,
  };
  return reading('/transactions', { query });
}

/** The first page, which also says how many there are; while another filter is read, the list before. */
export function useFirstPage(filters: TransactionsSearch) {
  return useQuery({ ...pageOf(filters, 1), placeholderData: keepPreviousData });
}

/**
 * The rows of the pages that are seen, by their place in the list. Pages are read by number, not by cursor: a reader drags the scrollbar to
 * the middle of a hundred thousand, and when the feed brings news, only what is seen is read again.
 */
function useRows(filters: TransactionsSearch, from: number, to: number) {
  const first = Math.floor(from / PAGE_ROWS) + 1;
  const last = Math.floor(to / PAGE_ROWS) + 1;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const read = useQueries({ queries: numbers.map((number) => pageOf(filters, number)) });
  const pages = useDeferredValue(read);
  return (at: number) => {
    const page = pages[Math.floor(at / PAGE_ROWS) + 1 - first]?.data;
    // Past the end the service answers with the last page.
    const isPage = page?.meta.current_page === Math.floor(at / PAGE_ROWS) + 1;
    return isPage ? page.data[at % PAGE_ROWS] : undefined;
  };
}
