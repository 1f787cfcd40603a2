import { findRow, recordsOf } from '../postgres/household-rows.ts';
import { dayInZone } from '#preflight/days';
import { isUuid } from '#preflight/uuid';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { oldestFirst } from '../postgres/page.ts';
import { hasRows, rowOrNull } from '../postgres/rows.ts';

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

/** Households whose names start with this, ignoring case, sorted by name. Helps an operator to find one: names are not unique. */
export async function listHouseholdsNamed(sql: AnySql, beginning: string, limit: number) {
  return sql<Household[]>`
    select ${columns(sql)}
    from households
    where lower(name) ~>=~ lower(${beginning})
      and lower(name) ~<~ (lower(${beginning}) || ${LAST_CHARACTER})
    order by lower(name) using ~<~
    limit ${limit}`;
}

/** Sorts after any text that people write. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The household with that id, or null; the id may be any text. Never look one up by name: names need not be unique, and a household
 * chooses its own.
 */
export async function findHousehold(sql: AnySql, id: string) {
  if (!isUuid(id)) return null;
  return rowOrNull(sql<Household[]>`
    select ${columns(sql)}
    from households
    where id = ${id}`);
}

/** Adds a household. Default: USD and UTC. */
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

/** A household of a platform, or null. With `lock` it cannot change or be deleted until the transaction ends. */
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

/** The platform that owns the household, or null; undefined if the household is closed. Locks its row until the transaction ends. */
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

/** The household. Throws if there is none. */
export async function getHousehold(sql: AnySql, id: string): Promise<Household> {
  const household = await findHousehold(sql, id);
  if (household === null) throw new Error('the household is gone');
  return household;
}

/** What is left out stays as it is. */
export type HouseholdChange = {
  [Name in 'name' | 'currency' | 'timeZone']?: Household[Name] | undefined;
};

/** Changes name, currency or time zone; what is left out stays as it is. */
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
      former_time_zones = case
        when time_zone = coalesce(${change.timeZone ?? null}, time_zone) then former_time_zones
        else jsonb_path_query_array(former_time_zones, '$[last - 18 to last]')
          || jsonb_build_array(jsonb_build_object('zone', time_zone, 'until', ${now}::timestamptz))
      end,
      updated_at = ${now}
    where id = ${id}
    returning ${columns(sql)}`;
  if (row === undefined) throw new Error('the household is gone');
  return row;
}

/** The date at `now` in the household's time zone. Throws if there is no such household. */
export async function householdToday(sql: AnySql, id: string, now: Date): Promise<string> {
  return dayInZone(now, (await getHousehold(sql, id)).timeZone);
}

/** The same day as its first instant in UTC, for what reads dates without a time zone. */
export async function householdNow(sql: AnySql, id: string, now: Date): Promise<Date> {
  return new Date(await householdToday(sql, id, now));
}

/** Serialises what must happen once per household. Rows of the household stay writable. False: it is gone. */
export function lockHousehold(tx: Tx, id: string) {
  return hasRows(tx`
    select 1
    from households
    where id = ${id}
    for no key update`);
}
