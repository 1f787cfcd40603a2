import type { AnySql } from '../postgres/connect.ts';

/** A member of a household. */
interface User {
  id: string;
}

/** The oldest member of a household, or its oldest of that name; null if there is none. */
export async function findFirstUser(
  sql: AnySql,
  householdId: string,
  name?: string,
): Promise<User | null> {
  const [row] = await sql<User[]>`
    select id
    from users
    where household_id = ${householdId}
      ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by created_at, id
    limit 1`;
  return row ?? null;
}

/** Adds a member to a household. */
export async function insertUser(sql: AnySql, householdId: string, name: string): Promise<User> {
  const [row] = await sql<[User]>`
    insert into users (household_id, name)
    values (${householdId}, ${name})
    returning id`;
  return row;
}
