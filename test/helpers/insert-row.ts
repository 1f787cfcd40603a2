import type { AnySql } from '../../shared/postgres/connect.ts';

/** Adds rows of a household to a table, each with the same columns, and returns their ids. */
export async function insertRows(
  sql: AnySql,
  table: string,
  householdId: string,
  rows: readonly object[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const own: Record<string, any>[] = rows.map((row) => ({ ...row, household_id: householdId }));
  const made = await sql<{ id: string }[]>`
    insert into ${sql(table)} ${sql(own)} returning *`;
  return made.map(({ id }) => id);
}

/** Adds a row, and returns its id where rows of the table have one. */
export async function insertRow(
  sql: AnySql,
  table: string,
  householdId: string,
  row: object,
): Promise<string> {
  const [id] = await insertRows(sql, table, householdId, [row]);
  return id!;
}
