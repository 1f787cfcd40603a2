import { findRow, recordsOf } from '../postgres/household-rows.ts';
import { dayInZone } from '#preflight/days';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { oldestFirst } from '../postgres/page.ts';

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

/** Households whose names begin so, whatever the case, in their order; for an operator who looks for one: names are not unique. */
export async function listHouseholdsNamed(
  sql: AnySql,
  beginning: string,
  limit: number,
): Promise<Household[]> {
  return sql<Household[]>`
    select ${columns(sql)}
    from households
    where lower(name) ~>=~ lower(${beginning})
      and lower(name) ~<~ (lower(${beginning}) || ${LAST_CHARACTER})
    order by lower(name) using ~<~
    limit ${limit}`;
}

/** Comes after every text that people write. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The household of that id, or null; the id may be any text. Nothing is decided by a name: names are for people, need not be
 * unique, and a household gives itself the one it likes.
 */
export async function findHousehold(sql: AnySql, id: string): Promise<Household | null> {
  const [row] = await sql<Household[]>`
    select ${columns(sql)}
    from households
    where id::text = lower(${id})`;
  return row ?? null;
}

/** Adds a household. It is in USD and UTC unless said otherwise. */
export async function insertHousehold(
  sql: AnySql,
  name: string,
  { currency, timeZone, platformId }: Omit<HouseholdChange, 'name'> & { platformId?: string } = {},
): Promise<Household> {
  const [row] = await sql<[Household]>`
    insert into households (name, currency, time_zone, platform_id)
    values (${name}, ${currency ?? 'USD'}, ${timeZone ?? 'UTC'}, ${platformId ?? null})
    returning ${columns(sql)}`;
  return row;
}

/** A household of a platform, or null. With `lock` it neither changes nor goes until the transaction ends. */
export async function findHouseholdOf(
  sql: AnySql,
  platformId: string,
  id: string,
  { lock = false } = {},
): Promise<Household | null> {
  const held = lock ? sql`for no key update` : sql``;
  const of = { owner: 'platform_id', lock: held };
  return findRow<Household>(sql, 'households', columns(sql), platformId, id, of);
}

/** The platform that has the household, null for none; undefined when the household is closed. Locks its row until the transaction ends. */
export async function lockPlatformOf(
  tx: Tx,
  householdId: string,
): Promise<string | null | undefined> {
  const [row] = await tx<{ platformId: string | null }[]>`
    select platform_id
    from households h
    where id = ${householdId}
      and not exists (select from household_deletions d where d.household_id = h.id)
    for no key update of h`;
  return row?.platformId;
}

/** One page of a platform's households, oldest first. */
export const listHouseholdsOf = recordsOf<Household>('households', columns, {
  owner: 'platform_id',
  order: oldestFirst('households'),
}).list;

/** The household. Throws for an unknown one. */
export async function getHousehold(sql: AnySql, id: string): Promise<Household> {
  const [row] = await sql<Household[]>`
    select ${columns(sql)}
    from households
    where id = ${id}`;
  if (row === undefined) throw new Error('the household is gone');
  return row;
}

/** What is left out stays. */
export interface HouseholdChange {
  name?: string | undefined;
  currency?: string | undefined;
  timeZone?: string | undefined;
}

/** Changes name, currency or time zone; what is left out stays. */
export async function updateHousehold(
  sql: AnySql,
  id: string,
  change: HouseholdChange,
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
