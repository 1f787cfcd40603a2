import type { AnySql } from '../postgres/connect.ts';

export interface User {
  id: string;
  householdId: string;
  name: string;
  active: boolean;
}

/** The oldest member with that name, or null. */
export async function findUserByName(
  sql: AnySql,
  householdId: string,
  name: string,
): Promise<User | null> {
  const [row] = await sql<User[]>`
    select id, household_id, name, active
    from users
    where household_id = ${householdId}
      and name = ${name}
    order by created_at, id
    limit 1`;
  return row ?? null;
}

/** The first member of a household. Throws if it has none. */
export async function getFirstUser(sql: AnySql, householdId: string): Promise<User> {
  const [row] = await sql<User[]>`
    select id, household_id, name, active
    from users
    where household_id = ${householdId}
    order by created_at, id
    limit 1`;
  if (row === undefined) throw new Error('the household has no user');
  return row;
}

/** Adds a member to a household. */
export async function insertUser(sql: AnySql, householdId: string, name: string): Promise<User> {
  const [row] = await sql<[User]>`
    insert into users (household_id, name)
    values (${householdId}, ${name})
    returning id, household_id, name, active`;
  return row;
}
