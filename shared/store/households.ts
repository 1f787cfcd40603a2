import type { AnySql } from '../db/connect.ts';

export interface Household {
  id: string;
  name: string;
  /** ISO 4217; the default of accounts that do not name one. */
  currency: string;
}

/** The oldest household of that name, or null. Names are for people and need not be unique. */
export async function findHouseholdByName(sql: AnySql, name: string): Promise<Household | null> {
  const [row] = await sql<Household[]>`
    select id, name, currency
    from households
    where name = ${name}
    order by created_at, id
    limit 1`;
  return row ?? null;
}

/** Adds a household. */
export async function insertHousehold(sql: AnySql, name: string): Promise<Household> {
  const [row] = await sql<[Household]>`
    insert into households (name)
    values (${name})
    returning id, name, currency`;
  return row;
}

/** IANA name of the zone that decides which day an instant falls on. Throws for an unknown household. */
export async function getHouseholdTimeZone(sql: AnySql, id: string): Promise<string> {
  const [row] = await sql<{ timeZone: string }[]>`
    select time_zone as "timeZone"
    from households
    where id = ${id}`;
  if (row === undefined) throw new Error('the household is gone');
  return row.timeZone;
}
