import type { AnySql } from '../postgres/connect.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** The oldest member of a household, or its oldest of that name; null if there is none. */
export function findFirstUser(sql: AnySql, householdId: string, name?: string) {
  return rowOrNull(sql<{ id: string }[]>`
    select id
    from users
    where household_id = ${householdId}
      ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by created_at, id
    limit 1`);
}

export async function insertUser(
  sql: AnySql,
  householdId: string,
  name: string,
): Promise<{ id: string }> {
  const [row] = await sql<[{ id: string }]>`
    insert into users (household_id, name)
    values (${householdId}, ${name})
    returning id`;
  return row;
}
