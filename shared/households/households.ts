import { dayInZone } from '#preflight/days';
import type { AnySql, Tx } from '../postgres/connect.ts';

export interface Household {
  id: string;
  name: string;
  /** ISO 4217; the default of accounts that do not name one. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  createdAt: Date;
  updatedAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, name, currency, time_zone, created_at, updated_at`;

/**
 * The household of that id, or null; the id may be any text. There is no search by name: names are for people, need not be
 * unique, and a household gives itself the one it likes.
 */
export async function findHousehold(sql: AnySql, id: string): Promise<Household | null> {
  const [row] = await sql<Household[]>`
    select ${columns(sql)}
    from households
    where id::text = lower(${id})`;
  return row ?? null;
}

/** Adds a household. */
export async function insertHousehold(sql: AnySql, name: string): Promise<Household> {
  const [row] = await sql<[Household]>`
    insert into households (name)
    values (${name})
    returning ${columns(sql)}`;
  return row;
}

/** The household. Throws for an unknown one. */
export async function getHousehold(sql: AnySql, id: string): Promise<Household> {
  const [row] = await sql<Household[]>`
    select ${columns(sql)}
    from households
    where id = ${id}`;
  if (row === undefined) throw new Error('the household is gone');
  return row;
}

/** Changes name, currency or time zone; what is left out stays. */
export async function updateHousehold(
  sql: AnySql,
  id: string,
  change: {
    name?: string | undefined;
    currency?: string | undefined;
    timeZone?: string | undefined;
  },
  now: Date,
): Promise<Household> {
  const [row] = await sql<Household[]>`
    update households
    set name = coalesce(${change.name ?? null}, name),
      currency = coalesce(${change.currency ?? null}, currency),
      time_zone = coalesce(${change.timeZone ?? null}, time_zone),
      updated_at = ${now}
    where id = ${id}
    returning ${columns(sql)}`;
  if (row === undefined) throw new Error('the household is gone');
  return row;
}

/** IANA name of the zone that decides which day an instant falls on. Throws for an unknown household. */
export async function getHouseholdTimeZone(sql: AnySql, id: string): Promise<string> {
  return (await getHousehold(sql, id)).timeZone;
}

/** The day that it is at `now` where the household lives. */
export async function householdToday(sql: AnySql, id: string, now: Date): Promise<string> {
  return dayInZone(now, await getHouseholdTimeZone(sql, id));
}

/** Lets one transaction at a time do what must happen once per household. Rows of the household stay writable. */
export async function lockHousehold(tx: Tx, id: string): Promise<void> {
  await tx`
    select 1
    from households
    where id = ${id}
    for no key update`;
}
