import type { AnySql, Fragment } from './connect.ts';
import { listRows, newestFirst } from './page.ts';
import type { Page, PageRequest, SortKey } from './page.ts';

/** The household's row of that id in a table, or that of another owner: null for an unknown id and for somebody else's. */
export async function findRow<Found extends object>(
  sql: AnySql,
  table: string,
  columns: Fragment,
  ownerId: string,
  id: string,
  { lock = sql``, owner = 'household_id' }: { lock?: Fragment; owner?: string } = {},
): Promise<Found | null> {
  const [row] = await sql<Found[]>`
    select ${columns}
    from ${sql(table)}
    where ${sql(owner)} = ${ownerId}
      and id = ${id}
    ${lock}`;
  return row ?? null;
}

/** The usual reads of records that belong to someone. */
interface RecordsOfOwner<Found, Filter extends string> {
  /** Null for an unknown id and for another owner's. */
  find: (sql: AnySql, ownerId: string, id: string) => Promise<Found | null>;
  /** Those that have the values of a filter; undefined leaves a column open. */
  list: (
    sql: AnySql,
    ownerId: string,
    page: PageRequest,
    filter?: Readonly<Partial<Record<Filter, string | undefined>>>,
  ) => Promise<Page<Found>>;
}

/** The reads of a table: of a household unless another column says whose its rows are, the newest first by default. */
export function recordsOf<Found extends object, Filter extends string = never>(
  table: string,
  columns: (sql: AnySql) => Fragment,
  {
    owner = 'household_id',
    order = newestFirst(table),
  }: { owner?: string; order?: SortKey[] } = {},
): RecordsOfOwner<Found, Filter> {
  return {
    find: (sql, ownerId, id) => findRow(sql, table, columns(sql), ownerId, id, { owner }),
    list: (sql, ownerId, page, filter) => {
      const matching = Object.entries<string | undefined>(filter ?? {}).reduce(
        (all, [name, value]) =>
          value === undefined ? all : sql`${all} and ${sql(name)} = ${value}`,
        sql`from ${sql(table)} where ${sql(owner)} = ${ownerId}`,
      );
      return listRows(sql, page, matching, order, columns(sql));
    },
  };
}

/** Whether the household has a row of that id in a table. */
export async function hasRow(
  sql: AnySql,
  table: string,
  householdId: string,
  id: string,
): Promise<boolean> {
  return (await findRow(sql, table, sql`1 as found`, householdId, id)) !== null;
}

/** Values by their columns, in camelCase: undefined ones stay, a fragment is an expression. */
export type Change = Readonly<Record<string, unknown>>;

/** Sets columns of the household's row of that id, if it meets a further condition. False: there is none. */
export async function updateRow(
  sql: AnySql,
  table: string,
  householdId: string,
  id: string,
  change: Change,
  condition = sql``,
): Promise<boolean> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const { count } = await sql`
    update ${sql(table)}
    set ${sql(Object.fromEntries(given) as Record<string, never>)}
    where household_id = ${householdId}
      and id = ${id}
      ${condition}`;
  return count > 0;
}

/** Deletes the household's row of that id. False: there is none. */
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
