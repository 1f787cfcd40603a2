import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../db/connect.ts';

/** A page that somebody asks for, from 1. It may lie past the end: then the last one is meant. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** One page of a list, and how long the whole list is. */
export interface Page<Item> {
  rows: readonly Item[];
  totalCount: number;
}

/** The number of the last page: an empty list has one, which is empty. */
export function lastPage(perPage: number, totalCount: number): number {
  return Math.max(1, Math.ceil(totalCount / perPage));
}

/**
 * Counts what `matching` (a query from its `from` on) leaves and reads the page asked for of it: `read` puts
 * the given `limit … offset …` behind its own columns, `matching` and order.
 */
export async function readPage<Item>(
  sql: AnySql,
  { page, perPage }: PageRequest,
  matching: PendingQuery<Row[]>,
  read: (window: PendingQuery<Row[]>) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::integer as count ${matching}`;
  if (count === 0) return { rows: [], totalCount: 0 };
  const before = (Math.min(page, lastPage(perPage, count)) - 1) * perPage;
  return { rows: await read(sql`limit ${perPage} offset ${before}`), totalCount: count };
}
