import type { AnySql, Fragment } from './connect.ts';

/** The household's row of that id in a table: null for an unknown id and for another household's. */
export async function findRow<Found extends object>(
  sql: AnySql,
  table: string,
  columns: Fragment,
  householdId: string,
  id: string,
  lock = sql``,
): Promise<Found | null> {
  const [row] = await sql<Found[]>`
    select ${columns}
    from ${sql(table)}
    where household_id = ${householdId}
      and id = ${id}
    ${lock}`;
  return row ?? null;
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

/** Values by their columns, in camelCase; a fragment is an expression. */
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
  const { count } = await sql`
    update ${sql(table)}
    set ${sql(change as Record<string, never>)}
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
