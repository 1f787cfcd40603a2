import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { queryClient, reading } from '../../app/index.ts';
import type { TransactionsSearch } from '../../app/search.ts';
import { showError } from '../../parts/fault-words.ts';
import type { Transaction } from '../../parts/lookups.ts';

const PAGE_ROWS = 100;
/** A page is fetched once the reader has stayed on it this long: dragging the scrollbar passes hundreds of pages. */
const PASSED_MS = 60;
/** The most transactions that "select all" takes: each is written by a request of its own. */
export const ALL_MAX = 1_000;

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

const pageAt = (at: number): number => Math.floor(at / PAGE_ROWS) + 1;
const pagesBetween = (from: number, to: number): number[] =>
  Array.from({ length: pageAt(to) - pageAt(from) + 1 }, (_, index) => pageAt(from) + index);

/** The rows between two positions in the list, in either order. */
async function rowsBetween(filters: TransactionsSearch, one: number, other: number) {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  const pages = pagesBetween(from, to).map((page) => queryClient.query(pageOf(filters, page)));
  const rows = (await Promise.all(pages)).flatMap(({ data }) => data);
  return rows.splice(from % PAGE_ROWS, to - from + 1);
}

/** Whether all rows of the list are among these; false while some have not been read. */
export function areAllAmong(
  ids: ReadonlyMap<string, unknown>,
  filters: TransactionsSearch,
  total: number,
) {
  if (total === 0 || ids.size < total || total > ALL_MAX) return false;
  return pagesBetween(0, total - 1).every((page) => {
    const { queryKey } = pageOf(filters, page);
    return queryClient.getQueryData(queryKey)?.data.every(({ id }) => ids.has(id)) ?? false;
  });
}

/** The first page, which also has the total count; while a new filter loads, the previous first page. */
export function useFirstPage(filters: TransactionsSearch) {
  return useQuery({ ...pageOf(filters, 1), placeholderData: keepPreviousData });
}

/**
 * Returns the row at a position, of the pages on screen. Pages are read by number, not by cursor: a reader may drag the scrollbar to
 * the middle of a hundred thousand rows, and when the feed reports a change, only the pages on screen are refetched.
 */
export function useRows(filters: TransactionsSearch, from: number, to: number) {
  const [first] = useDebouncedValue(pageAt(from), PASSED_MS);
  const [last] = useDebouncedValue(pageAt(to), PASSED_MS);
  const queries = pagesBetween(from, to).map((number) => ({
    ...pageOf(filters, number),
    enabled: first <= number && number <= last,
  }));
  const pages = useDeferredValue(useQueries({ queries }));
  return (at: number) => {
    const page = pages[pageAt(at) - pageAt(from)]?.data;
    // For a page past the end, the service answers with the last page.
    return page?.meta.current_page === pageAt(at) ? page.data[at % PAGE_ROWS] : undefined;
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The selected transactions; the selection outlives a change of filter. */
export function useSelection(filters: TransactionsSearch) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Transaction>>(new Map());
  const latest = useRef(0);
  const select = useCallback(
    (one: number, other: number) =>
      void rowsBetween(filters, one, other).then((rows) => {
        setSelected((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)]));
      }, showError),
    [filters],
  );
  const toggle = useCallback(
    (row: Transaction, at: number, isRange: boolean) => {
      if (isRange) select(latest.current, at);
      else {
        setSelected((before) => {
          const next = new Map(before);
          if (!next.delete(row.id)) next.set(row.id, row);
          return next;
        });
      }
      latest.current = at;
    },
    [select],
  );
  const keep = (rows: readonly Transaction[]): void =>
    setSelected(new Map(rows.map((row) => [row.id, row])));
  return { selected, select, toggle, keep };
}
