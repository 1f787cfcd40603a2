import type { AnySql, Fragment } from './connect.ts';
import { isDay } from '#preflight/days';
import { validationFailed } from '../platform/errors.ts';
import { isUuid } from '#preflight/uuid';

export interface PageRequest {
  /** Starts at 1. Past the end it means the last page. */
  page: number;
  perPage: number;
  /** Where the page begins. It replaces the page number, which then only counts the pages of a walk. */
  after?: PagePlace;
  /** Replaces all of these: the records with these ids, in the order of the list. */
  ids?: readonly string[];
}

/** The records of a list that have these ids. */
export const pageOfIds = (ids: readonly string[]): PageRequest => ({
  page: 1,
  perPage: ids.length,
  ids,
});

/** The position after one row of a list. */
export interface PagePlace {
  /** That row's sort keys, as Postgres writes them. */
  keys: readonly string[];
  /** How many rows the list had when the walk began: they are not counted again for each page. */
  totalCount: number;
}

/** One page of a list, and the length of the whole list. */
export interface Page<Item> {
  rows: readonly Item[];
  totalCount: number;
  /** The sort keys of the page's last row; null if nothing follows. */
  nextKeys: readonly string[] | null;
}

/** A page whose rows are replaced by the result of `show`. */
export async function withRows<Row, Shown>(
  page: Promise<Page<Row>>,
  show: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Promise<Page<Shown>> {
  const { rows, ...place } = await page;
  return { ...place, rows: await show(rows) };
}

/** One column that a list is sorted by. It is never null; the last one is unique per row. */
export type SortKey = readonly [column: string, type: KeyType, direction?: 'desc'];

/** The most common order: by creation. */
export const oldestFirst = (table: string): SortKey[] => [
  [`${table}.created_at`, 'timestamptz'],
  [`${table}.id`, 'uuid'],
];

/** Newest first, then by id. */
export const newestFirst = (table: string): SortKey[] => [
  [`${table}.created_at`, 'timestamptz', 'desc'],
  [`${table}.id`, 'uuid'],
];

/** For dated records of accounts, as `e`: latest day first, then by id. */
export const latestDayFirst: readonly SortKey[] = [
  ['e.date', 'date', 'desc'],
  ['e.id', 'uuid'],
];

export const byName = (table: string): SortKey[] => [
  [`${table}.name`, 'text'],
  [`${table}.id`, 'uuid'],
];

/** What a list's own statement must include. */
interface PageCut {
  /** An additional column of each row. */
  keys: Fragment;
  /** Follows the conditions: one more condition, the order and the limits. */
  window: Fragment;
}

const KEY_TYPES = {
  date: isDay,
  uuid: isUuid,
  timestamptz: (text: string) => /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(text),
  numeric: (text: string) => /^-?\d{1,40}(\.\d{1,40})?$/.test(text),
  bigint: (text: string) => /^\d{1,18}$/.test(text),
  text: () => true,
} satisfies Record<string, (text: string) => boolean>;

type KeyType = keyof typeof KEY_TYPES;

/** The number of the last page: an empty list has one empty page. */
export function lastPage(perPage: number, totalCount: number): number {
  return Math.max(1, Math.ceil(totalCount / perPage));
}

/**
 * Reads the requested page of `matching`, a query from its `from` on, with a `where`. `read` appends the `window` of its cut to
 * `matching`, and puts the `keys` among its columns. The first page comes with the count, and further pages by number are counted
 * first. Pages after a place are not: there, rows that come or go meanwhile neither shift nor repeat the others. `placeOf` returns
 * a row's sort keys, as Postgres writes them, if the row has them anyway; that saves a column. The last sort key is the id, by
 * which single records are read.
 *
 * Throws validation_failed if the place does not fit this order.
 */
export async function readPage<Item extends object>(
  sql: AnySql,
  { page, perPage, after, ids }: PageRequest,
  matching: Fragment,
  sortKeys: readonly SortKey[],
  read: (cut: PageCut) => Promise<Item[]>,
  placeOf?: (row: Item) => readonly string[],
): Promise<Page<Item>> {
  const order = orderBy(sql, sortKeys);
  if (ids !== undefined) {
    const [id] = sortKeys.at(-1) ?? ['id'];
    const window = sql`and ${sql.unsafe(id)} = any(${ids as string[]}::uuid[]) ${order}`;
    const rows = await read({ keys: keyColumn(sql, [], sql`0`), window });
    return { rows, totalCount: rows.length, nextKeys: null };
  }
  const isFirst = after === undefined && page === 1;
  const known = isFirst ? null : (after?.totalCount ?? (await countRows(sql, matching)));
  if (after === undefined && known === 0) return { rows: [], totalCount: 0, nextKeys: null };
  const before = known === null ? 0 : (Math.min(page, lastPage(perPage, known)) - 1) * perPage;
  const window =
    after === undefined
      ? sql`${order} limit ${perPage + 1} offset ${before}`
      : sql`and ${isBehind(sql, sortKeys, after.keys)} ${order} limit ${perPage + 1}`;
  const count = isFirst ? sql`(select count(*) ${matching})` : sql`0`;
  const found = (await read({
    // With the keys, the count passes through every statement unchanged.
    keys: keyColumn(sql, placeOf === undefined ? sortKeys : [], count),
    window,
  })) as (Item & { pageKeys?: string })[];
  const [first] = found;
  const isCut = found.length > perPage;
  // Moved out of the driver's result: postgres 3.4.9 creates functions for each statement that reference it, and V8 allocates these
  // among old objects. Whatever they hold would stay there until the next full collection: a third of what lists allocate. Remove
  // this when results are plain arrays.
  const rows = found.splice(0).slice(0, perPage);
  const last = rows.at(-1);
  const place = {
    totalCount: known ?? (first === undefined ? 0 : Number(readKeys(first)[0])),
    nextKeys:
      isCut && last !== undefined ? (placeOf?.(last) ?? readKeys(last).slice(1).map(String)) : null,
  };
  for (const row of rows) delete row.pageKeys;
  return { rows, ...place };
}

/** `readPage` for a list whose rows all have these columns. `shown` is `matching` plus joins that only the page needs. */
export function listRows<Item extends object>(
  sql: AnySql,
  page: PageRequest,
  matching: Fragment,
  sortKeys: readonly SortKey[],
  columns: Fragment,
  shown = matching,
): Promise<Page<Item>> {
  return readPage(
    sql,
    page,
    matching,
    sortKeys,
    ({ keys, window }) => sql<Item[]>`select ${columns}, ${keys} ${shown} ${window}`,
  );
}

function readKeys({ pageKeys = '[]' }: { pageKeys?: string }): unknown[] {
  return JSON.parse(pageKeys) as unknown[];
}

/** How many rows a query has, from its `from` on. */
export async function countRows(sql: AnySql, matching: Fragment): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::integer as count ${matching}`;
  return count;
}

/** The order as an `order by` clause. */
export function orderBy(sql: AnySql, sortKeys: readonly SortKey[]): Fragment {
  const keys = sortKeys.map(([column, , direction]) =>
    direction === undefined ? column : `${column} desc`,
  );
  return sql.unsafe(`order by ${keys.join(', ')}`);
}

/**
 * The count and the keys as the text of a list: only a page's first and last rows need them, and the driver parses an array
 * character by character.
 */
function keyColumn(sql: AnySql, sortKeys: readonly SortKey[], count: Fragment): Fragment {
  const keys = sortKeys.map(([column]) => `, ${column}::text`);
  return sortKeys.length === 0
    ? sql`'[' || ${count} || ']' as page_keys`
    : sql`json_build_array(${count}${sql.unsafe(keys.join(''))})::text as page_keys`;
}

/**
 * Whether a row comes after the place, in a form that an index can use: a single row comparison if all keys have one direction,
 * otherwise key by key.
 */
export function isBehind(
  sql: AnySql,
  sortKeys: readonly SortKey[],
  values: readonly string[],
): Fragment {
  const isOfOrder =
    values.length === sortKeys.length &&
    sortKeys.every(([, type], index) => KEY_TYPES[type](values[index] ?? ''));
  if (!isOfOrder) throw validationFailed('after is not a place in this list.');
  // Passed as text: the driver would truncate a timestamp to milliseconds.
  const places = sortKeys.map(
    ([, type], index) => sql`${values[index] ?? ''}::text::${sql.unsafe(type)}`,
  );
  return behind(sql, sortKeys, places);
}

function behind(sql: AnySql, sortKeys: readonly SortKey[], places: readonly Fragment[]): Fragment {
  const [[column, , direction] = ['', 'text'] as SortKey, ...keysLeft] = sortKeys;
  const [place = sql``, ...placesLeft] = places;
  const isDescending = direction === 'desc';
  if (sortKeys.every((key) => key[2] === direction)) {
    const columns = sql.unsafe(sortKeys.map(([name]) => name).join(', '));
    const all = places.reduce((list, each) => sql`${list}, ${each}`);
    return isDescending ? sql`(${columns}) < (${all})` : sql`(${columns}) > (${all})`;
  }
  const rest = behind(sql, keysLeft, placesLeft);
  return isDescending
    ? sql`(${sql(column)} <= ${place} and (${sql(column)} < ${place} or ${rest}))`
    : sql`(${sql(column)} >= ${place} and (${sql(column)} > ${place} or ${rest}))`;
}
