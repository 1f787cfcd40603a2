import type { AnySql, Fragment, Tx } from './connect.ts';
import { listRows, newestFirst } from './page.ts';
import type { Page, PageRequest, SortKey } from './page.ts';
import { rowOrNull } from './rows.ts';

/** The row with that id in a table, if it belongs to the household or other owner; null for an unknown id or another owner's. */
export function findRow<Found extends object>(
  sql: AnySql,
  table: string,
  columns: Fragment,
  ownerId: string,
  id: string,
  { lock = sql``, owner = 'household_id' }: { lock?: Fragment; owner?: string } = {},
) {
  return rowOrNull(sql<Found[]>`
    select ${columns}
    from ${sql(table)}
    where ${sql(owner)} = ${ownerId}
      and id = ${id}
    ${lock}`);
}

/** The reads of a table. By default its rows belong to a household and are listed newest first; `owner` and `order` change that. */
export function recordsOf<Found extends object, Filter extends string = never>(
  table: string,
  columns: (sql: AnySql) => Fragment,
  {
    owner = 'household_id',
    order = newestFirst(table),
  }: { owner?: string; order?: SortKey[] } = {},
) {
  return {
    /** Null for an unknown id or another owner's. */
    find: (sql: AnySql, ownerId: string, id: string) =>
      findRow<Found>(sql, table, columns(sql), ownerId, id, { owner }),
    /** Records that match the filter's values; undefined matches any. */
    list: (
      sql: AnySql,
      ownerId: string,
      page: PageRequest,
      filter?: Readonly<Partial<Record<Filter, string | undefined>>>,
    ): Promise<Page<Found>> => {
      const matching = Object.entries<string | undefined>(filter ?? {}).reduce(
        (all, [name, value]) =>
          value === undefined ? all : sql`${all} and ${sql(name)} = ${value}`,
        sql`from ${sql(table)} where ${sql(owner)} = ${ownerId}`,
      );
      return listRows(sql, page, matching, order, columns(sql));
    },
  };
}

/** Whether the household has a row with that id in a table. */
export async function hasRow(
  sql: AnySql,
  table: string,
  householdId: string,
  id: string,
): Promise<boolean> {
  return (await findRow(sql, table, sql`1 as found`, householdId, id)) !== null;
}

/** Locks these rows of the household in a fixed order, by default also against new references. Returns the ids of those that exist. */
export async function lockRows(
  tx: Tx,
  table: string,
  householdId: string,
  ids: readonly string[],
  lock = tx`for update`,
): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id
    from ${tx(table)}
    where household_id = ${householdId}
      and id = any(${ids as string[]}::uuid[])
    order by id
    ${lock}`;
  return new Set(rows.map(({ id }) => id));
}

/** Values by column, in camelCase: undefined leaves a column as it is, a fragment is an expression. */
export type Change = Readonly<Record<string, unknown>>;

/** The values of a change that are not undefined. */
export function given(change: Change): Record<string, never> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, never>;
}

/** Updates the household's row with that id if it also meets a condition. False if there is none. */
export async function updateRow(
  sql: AnySql,
  table: string,
  householdId: string,
  id: string,
  change: Change,
  condition = sql``,
): Promise<boolean> {
  const { count } = await sql`
    update ${sql(table)}
    set ${sql(given(change))}
    where household_id = ${householdId}
      and id = ${id}
      ${condition}`;
  return count > 0;
}

/** Deletes the household's row with that id. False if there is none. */
export async function deleteRow(
  sql: AnySql,
  table: string,
  householdId: string,
  id: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from ${sql(table)}
    where household_id = ${householdId}
      and id = ${id}`;
  return count > 0;
}
