import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { reading } from '../../app/index.ts';
import { type Transaction, TRANSACTION_TYPES } from '../../parts/index.ts';
import { toQuery } from './search.ts';
import type { TransactionsSearch } from './search.ts';

const PAGE_ROWS = 100;

const pageOf = (filters: TransactionsSearch, page: number) =>
  reading(
    '/transactions',
    { query: { ...toQuery(filters), page, per_page: PAGE_ROWS } },
    TRANSACTION_TYPES,
  );

/** The first page, which also says how many there are; while another filter is read, the list before. */
export function useFirstPage(filters: TransactionsSearch) {
  return useQuery({ ...pageOf(filters, 1), placeholderData: keepPreviousData });
}

/**
 * The rows of the pages that are seen, by their place in the list. Pages are read by number, not by cursor: a reader drags the scrollbar to
 * the middle of a hundred thousand, and when the feed brings news, only what is seen is read again.
 */
export function useRows(
  filters: TransactionsSearch,
  from: number,
  to: number,
): (at: number) => Transaction | undefined {
  const first = Math.floor(from / PAGE_ROWS) + 1;
  const last = Math.floor(to / PAGE_ROWS) + 1;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const pages = useQueries({ queries: numbers.map((number) => pageOf(filters, number)) });
  return (at) => {
    const page = pages[Math.floor(at / PAGE_ROWS) + 1 - first]?.data;
    // Past the end the service answers with the last page.
    const isPage = page?.meta.current_page === Math.floor(at / PAGE_ROWS) + 1;
    return isPage ? page.data[at % PAGE_ROWS] : undefined;
  };
}
