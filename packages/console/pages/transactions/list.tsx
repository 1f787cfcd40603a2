import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { texts } from '../../app/index.ts';
import { type Transaction, useLookups } from '../../parts/index.ts';
import styles from './list.module.css';
import { Row } from './row.tsx';
import type { TransactionsSearch } from './search.ts';
import { useRows } from './use-pages.ts';

const t = texts('transactions');

const ROW_HEIGHT = 40;
const NARROW_ROW_HEIGHT = 60;

interface Props {
  filters: TransactionsSearch;
  total: number;
  selected: ReadonlyMap<string, Transaction>;
  setSelected: Dispatch<SetStateAction<ReadonlyMap<string, Transaction>>>;
  show: (id: string) => void;
}

/** The list: only rows that are seen are in the page, however long it is. */
export function List({ filters, total, selected, setSelected, show }: Props) {
  const lookups = useLookups();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const height = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
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
  const items = virtualizer.getVirtualItems();
  const rowAt = useRows(filters, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const names = useMemo(
    () => ({
      accounts: new Map(lookups.accounts.map(({ id, name }) => [id, name])),
      colours: new Map(lookups.categories.map(({ id, color }) => [id, color])),
    }),
    [lookups.accounts, lookups.categories],
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
    <div role="table" aria-label={t('list')} aria-rowcount={total + 1} className={styles['table']}>
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={styles['head']}>
          <span role="columnheader" aria-label={t('bulk.edit')}>
            {selected.size > 0 && (
              <input
                type="checkbox"
                checked
                ref={(box) => {
                  if (box) box.indeterminate = true;
                }}
                aria-label={t('bulk.clear')}
                onChange={() => setSelected(new Map())}
              />
            )}
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
        style={{ height: virtualizer.getTotalSize() }}
        className={styles['body']}
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
                  account={names.accounts.get(row.account_id) ?? ''}
                  colour={names.colours.get(row.category_id ?? '')}
                  categories={lookups.categories}
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
