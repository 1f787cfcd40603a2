import type { AnySql, Fragment } from './connect.ts';

/** How far a walk through the rows of all households has come: after the row with this instant and id. */
export interface WalkPosition {
  /** As Postgres writes it: a Date would lose the microseconds, and thus the position among near-equal instants. */
  walkAt: string;
  walkId: string;
}

/** One leg of a walk: the next `limit` rows after `after`, or the first ones. */
export interface WalkLeg {
  after: WalkPosition | null;
  limit: number;
}

/** How many rows one leg of a walk deleted, and where the walk continues; null at its end. */
export interface Removed<Place> {
  deleted: number;
  next: Place | null;
}

/** The columns, condition and order that turn a query into one leg of a walk, by an instant and an id. */
export function walkBy(sql: AnySql, at: Fragment, id: Fragment, leg: WalkLeg) {
  const { after, limit } = leg;
  return {
    columns: sql`${at}::text as walk_at, ${id} as walk_id`,
    isNext:
      after === null
        ? sql`true`
        : sql`(${at}, ${id}) > (${after.walkAt}::text::timestamptz, ${after.walkId}::uuid)`,
    window: sql`order by ${at}, ${id} limit ${limit}`,
  };
}

/** Deletes the rows of a table whose keys a query lists. Returns how many. */
export async function deleteListed(
  sql: AnySql,
  table: string,
  key: string,
  listed: Fragment,
): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)}
    where ${sql(key)} = any(array(${listed}))`;
  return count;
}

/** Deletes rows of a table whose column `at` is before an instant and that meet a condition, the oldest first. Returns how many. */
export const deleteOldest =
  (table: string, key: string, at: string, condition = (sql: AnySql) => sql``) =>
  (sql: AnySql, before: Date, limit: number) =>
    deleteListed(
      sql,
      table,
      key,
      sql`
      select ${sql(key)}
      from ${sql(table)}
      where ${sql(at)} < ${before} ${condition(sql)}
      order by ${sql(at)}
      limit ${limit}`,
    );

/** Repeats a statement that writes some rows at a time until none are left. */
export async function untilNone(write: () => Promise<{ count: number }>): Promise<void> {
  while ((await write()).count > 0);
}
