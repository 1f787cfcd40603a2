import type { AnySql } from '../db/connect.ts';

/** One limit that a request must keep: at most `slots` in any `windowMs`. */
export type SlotLimit = { key: string; slots: number; windowMs: number };

/** `waitMs` is 0 for "now"; a slot that is not granted was not reserved either. */
export type SlotGrant = { granted: boolean; waitMs: number };

/** Grants kept per key, and so the largest `slots`. */
export const MAX_SLOTS = 120;

/**
 * Reserves the next moment at which all limits allow a request, unless it is further away than
 * `maxWaitMs`. One statement: the rows are locked in one order, the clock is read under the lock.
 */
export async function takeProviderSlot(
  sql: AnySql,
  limits: readonly SlotLimit[],
  maxWaitMs: number,
): Promise<SlotGrant> {
  const taken = await tryTake(sql, limits, maxWaitMs);
  if (taken !== null) return taken;
  await sql`
    insert into provider_limits (key)
    select unnest(${limits.map(({ key }) => key).sort()}::text[])
    on conflict do nothing`;
  const again = await tryTake(sql, limits, maxWaitMs);
  if (again !== null) return again;
  throw new Error('a provider limit was removed while it was used');
}

/** null: a row is missing. */
async function tryTake(
  sql: AnySql,
  limits: readonly SlotLimit[],
  maxWaitMs: number,
): Promise<SlotGrant | null> {
  const [row] = await sql<{ found: number; granted: boolean; wait_ms: number }[]>`
    with wanted as (
      select w.key, w.slots, w.window_ms
      from unnest(
        ${limits.map(({ key }) => key)}::text[],
        ${limits.map(({ slots }) => slots)}::integer[],
        ${limits.map(({ windowMs }) => windowMs)}::double precision[]
      ) as w (key, slots, window_ms)
    ),
    held as materialized (
      select p.key, p.grants, p.blocked_until, w.slots, w.window_ms,
        p.learned_slots, p.learned_window_ms, p.learned_until
      from provider_limits p
      join wanted w on w.key = p.key
      order by p.key
      for update of p
    ),
    moment as materialized (
      select count(*)::integer as found, clock_timestamp() as at
      from held
    ),
    effective as (
      select h.key, h.grants, h.blocked_until, e.slots, e.window_ms
      from held h
      cross join moment m
      cross join lateral (
        select
          case when lower.applies then h.learned_slots else h.slots end as slots,
          case when lower.applies then h.learned_window_ms else h.window_ms end as window_ms
        from (
          select coalesce(
            h.learned_until > m.at
              and h.learned_slots / h.learned_window_ms < h.slots / h.window_ms,
            false
          ) as applies
        ) as lower
      ) as e
    ),
    slot as (
      select m.found, m.at as asked,
        greatest(
          m.at,
          max(e.blocked_until),
          max(e.grants[cardinality(e.grants)]),
          max(e.grants[cardinality(e.grants) - e.slots + 1] + e.window_ms * interval '1 millisecond')
        ) as at
      from moment m
      left join effective e on true
      group by m.found, m.at
    ),
    decided as (
      select s.found, s.at, extract(epoch from s.at - s.asked)::double precision * 1000 as wait_ms,
        s.found = ${limits.length} and s.at - s.asked <= ${maxWaitMs} * interval '1 millisecond' as granted
      from slot s
    ),
    taken as (
      update provider_limits p
      set grants = (h.grants || d.at)[greatest(1, cardinality(h.grants) + 2 - ${MAX_SLOTS}):],
        updated_at = d.at
      from held h
      cross join decided d
      where p.key = h.key
        and d.granted
    )
    select found, granted, wait_ms
    from decided`;
  if (row === undefined || row.found < limits.length) return null;
  return { granted: row.granted, waitMs: Math.max(0, Math.ceil(row.wait_ms)) };
}

/** Nobody asks under this key for so long; never shortens a wait. */
export async function blockProviderKey(sql: AnySql, key: string, waitMs: number): Promise<void> {
  await sql`
    insert into provider_limits as p (key, blocked_until)
    values (${key}, clock_timestamp() + ${waitMs} * interval '1 millisecond')
    on conflict (key) do update
    set blocked_until = greatest(p.blocked_until, excluded.blocked_until)`;
}

/** Keeps to a limit that the provider named, for `validMs` from now. */
export async function lowerProviderLimit(
  sql: AnySql,
  limit: SlotLimit,
  validMs: number,
): Promise<void> {
  await sql`
    insert into provider_limits (key, learned_slots, learned_window_ms, learned_until)
    values (
      ${limit.key}, ${limit.slots}, ${limit.windowMs},
      clock_timestamp() + ${validMs} * interval '1 millisecond'
    )
    on conflict (key) do update
    set learned_slots = excluded.learned_slots,
      learned_window_ms = excluded.learned_window_ms,
      learned_until = excluded.learned_until`;
}

/** Forgets keys that were not used since; answers how many. */
export async function deleteProviderLimitsBefore(sql: AnySql, before: Date): Promise<number> {
  const result = await sql`
    delete from provider_limits
    where updated_at < ${before}
      and (blocked_until is null or blocked_until < ${before})`;
  return result.count;
}
