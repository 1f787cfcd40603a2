import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, use, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client, formats, MayWrite, texts, type Schemas, useWrite } from '../../app/index.ts';
import { CategoryPicker } from '../../parts/form.tsx';
import { type Transaction, useLookups } from '../../parts/lookups.ts';
import { Amount } from '../../parts/rows.tsx';
import type { TransactionsSearch } from '../../app/search.ts';
import { ALL_MAX, areAllAmong, type Selection, useRows } from './rows.ts';
import styles from './list.module.css';

const t = texts('transactions');

interface Props {
  filters: TransactionsSearch;
  total: number;
  selection: Selection;
  show: (id: string) => void;
}

export function List({ filters, total, selection, show }: Props) {
  const { selected, select, toggle, keep } = selection;
  const areAll = areAllAmong(selected, filters, total);
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
  // A jump replaces dozens of rows: deferring lets React render them in slices between frames.
  const items = useDeferredValue(virtualizer.getVirtualItems());
  const rowAt = useRows(filters, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const colours = useMemo(
    () => new Map(lookups.categories.map(({ id, color }) => [id, color])),
    [lookups.categories],
  );
  const mayAll = use(MayWrite) && total <= ALL_MAX;
  const allWords = t(total > ALL_MAX ? 'select_fewer' : 'select_all', { max: ALL_MAX });
  return (
    <div role="table" aria-label={t('list')} aria-rowcount={total + 1}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={styles['head']}>
          <span role="columnheader">
            <input
              type="checkbox"
              aria-label={allWords}
              title={allWords}
              disabled={!mayAll}
              checked={areAll}
              onChange={() => (areAll ? keep([]) : select(0, total - 1))}
            />
          </span>
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
                  index={index}
                  account={lookups.names.get(row.account_id) ?? ''}
                  colour={colours.get(row.category_id ?? '')}
                  isSelected={selected.has(row.id)}
                  toggle={toggle}
                  show={show}
                />
              ) : (
                <span role="cell">…</span>
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
  index: number;
  account: string;
  colour: string | undefined;
  isSelected: boolean;
  toggle: (row: Transaction, index: number, isRange: boolean) => void;
  show: (id: string) => void;
}

/**
 * One line of the list: its category can be edited in place, and its name opens the details. Scrolling renders dozens between two
 * frames, so it consists of plain elements, and what only an edit needs is rendered with the edit.
 */
const Row = memo(function Row(props: RowProps) {
  const { row, index, account, colour, isSelected, toggle, show } = props;
  const category = row.category_name ?? t('uncategorized');
  const mayWrite = use(MayWrite);
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <span role="cell" className={styles['check']}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('select', { name: row.name })}
          disabled={!mayWrite}
          onChange={({ nativeEvent }) => toggle(row, index, (nativeEvent as MouseEvent).shiftKey)}
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
          <button
            type="button"
            className={styles['pick']}
            style={{ width: '100%' }}
            data-empty={row.category_id === null}
            disabled={!mayWrite}
            aria-label={t('set_category', { name: row.name, category })}
            onClick={() => setEdited(true)}
          >
            {colour !== undefined && <span style={{ color: colour, marginInlineEnd: 8 }}>●</span>}
            {category}
          </button>
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

/** Badges for what is special about a transaction. The pending badge disappears when the feed reports that it was booked. */
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

function CategoryEdit({ row, close }: { row: Transaction; close: () => void }) {
  const { mutate } = useWrite(editOf(row.id));
  return (
    <CategoryPicker
      size="xs"
      autoFocus
      defaultDropdownOpened
      selectFirstOptionOnChange
      aria-label={t('field.category')}
      value={row.category_id}
      onChange={(id) => {
        // Keep the keyboard focus in this cell.
        const cell = document.activeElement?.closest('[role=cell]');
        flushSync(close);
        cell?.querySelector('button')?.focus();
        if (id !== row.category_id) mutate({ category_id: id });
      }}
      // Typing replaces the current category.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={close}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}

export const editOf = (id: string) => (body: Schemas['TransactionEdit']) =>
  client.patch('/transactions/{id}', { path: { id }, body });
