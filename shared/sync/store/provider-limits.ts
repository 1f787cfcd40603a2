import type { AnySql } from '../../postgres/connect.ts';
import { deleteListed } from '../../postgres/walk.ts';

/** A limit on requests: at most `slots` in any `windowMs`. */
export type SlotLimit = { key: string; slots: number; windowMs: number };

/**
 * `waitMs` is 0 for "now". Without a grant nothing is reserved, and `waitMs` says when to ask again: later with each further
 * refusal, so that callers do not all come back at once.
 */
export type SlotGrant = {
  granted: boolean;
  waitMs: number;
  /** Identifies a granted slot; null without a grant. */
  slot: string | null;
};

/** The largest `slots`. */
export const MAX_SLOTS = 60;

/** Grants kept per key: one full window, and as many reservations ahead. */
const KEPT_GRANTS = 2 * MAX_SLOTS;

/** The queue delays callers no longer than this; a wait requested by the provider may be longer. */
const LONGEST_QUEUE_MS = 5 * 60_000;

/**
 * Reserves the next moment at which all limits allow a request, unless it is more than `maxWaitMs` away. A single
 * statement locks the rows in a fixed order and reads the clock under the lock.
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
// eslint-disable-next-line max-lines-per-function -- one statement
async function tryTake(
  sql: AnySql,
  limits: readonly SlotLimit[],
  maxWaitMs: number,
): Promise<SlotGrant | null> {
  const [row] = await sql<{ found: number; granted: boolean; waitMs: number; slot: string }[]>`
    with wanted as (
      select w.key, w.slots, w.window_ms
      from unnest(
        ${limits.map(({ key }) => key)}::text[],
        ${limits.map(({ slots }) => slots)}::integer[],
        ${limits.map(({ windowMs }) => windowMs)}::double precision[]
      ) as w (key, slots, window_ms)
    ),
    held as materialized (
      select p.key, p.grants, p.blocked_until, p.next_visit, w.slots, w.window_ms,
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
      select h.key, h.next_visit, e.window_ms / e.slots as spacing_ms,
        greatest(
          m.at,
          h.blocked_until,
          h.grants[cardinality(h.grants)] + interval '1 microsecond',
          h.grants[cardinality(h.grants) - e.slots + 1] + e.window_ms * interval '1 millisecond'
        ) as at
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
      select m.found, m.at as asked, max(e.at) as at
      from moment m
      left join effective e on true
      group by m.found, m.at
    ),
    decided as (
      select s.found, s.asked, s.at,
        s.found = ${limits.length} and s.at - s.asked <= ${maxWaitMs} * interval '1 millisecond' as granted,
        (
          select greatest(
            s.at,
            least(coalesce(max(e.next_visit), s.at), s.asked + ${LONGEST_QUEUE_MS} * interval '1 millisecond')
          )
          from effective e
          where e.at = s.at
        ) as visit
      from slot s
    ),
    taken as (
      update provider_limits p
      set grants = case
          when d.granted
          then (h.grants || d.at)[greatest(1, cardinality(h.grants) + 2 - ${KEPT_GRANTS}):]
          else h.grants
        end,
        next_visit = case
          when not d.granted and e.at = d.at
          then d.visit + e.spacing_ms * interval '1 millisecond'
          else h.next_visit
        end,
        updated_at = d.asked
      from held h
      join effective e on e.key = h.key
      cross join decided d
      where p.key = h.key
    )
    select found, granted, at::text as slot,
      extract(epoch from case when granted then at else visit end - asked)::double precision
        * 1000 as wait_ms
    from decided`;
  if (row === undefined || row.found < limits.length) return null;
  const waitMs = Math.max(0, Math.ceil(row.waitMs));
  return { granted: row.granted, waitMs, slot: row.granted ? row.slot : null };
}

/** Whether a slot may be used when due: earlier grants may have been postponed, or the key blocked. If not, releases it. */
export async function confirmProviderSlot(
  sql: AnySql,
  limits: readonly SlotLimit[],
  slot: string,
): Promise<boolean> {
  const [row] = await sql<{ fine: boolean }[]>`
    with held as materialized (
      select p.key, p.grants, p.blocked_until,
        array_position(p.grants, ${slot}::text::timestamptz) as place,
        w.slots, w.window_ms
      from provider_limits p
      join unnest(
        ${limits.map(({ key }) => key)}::text[],
        ${limits.map(({ slots }) => slots)}::integer[],
        ${limits.map(({ windowMs }) => windowMs)}::double precision[]
      ) as w (key, slots, window_ms) on w.key = p.key
      order by p.key
      for update of p
    ),
    verdict as (
      select count(*) = ${limits.length} and bool_and(
        place is not null
        and coalesce(blocked_until <= ${slot}::text::timestamptz, true)
        and coalesce(
          grants[place - slots] + window_ms * interval '1 millisecond' <= ${slot}::text::timestamptz,
          true
        )
      ) as fine
      from held
    ),
    given_back as (
      update provider_limits p
      set grants = array_remove(p.grants, ${slot}::text::timestamptz)
      from verdict v
      where p.key = any(${limits.map(({ key }) => key)}::text[])
        and not v.fine
    )
    select fine
    from verdict`;
  return row?.fine === true;
}

/** Counts a granted slot from now: its request was slow, and may have reached the provider at any time since. */
export async function postponeProviderSlot(
  sql: AnySql,
  keys: readonly string[],
  slot: string,
): Promise<void> {
  // As text, because the driver would round a timestamp to milliseconds.
  await sql`
    update provider_limits
    set grants = array(
      select case when g = ${slot}::text::timestamptz then greatest(g, clock_timestamp()) else g end as g
      from unnest(grants) as g
      order by g
    )
    where key in (
        select key
        from provider_limits
        where key = any(${[...keys]}::text[])
        order by key
        for update
      )`;
}

/** Blocks the key for `waitMs`; never shortens a block. */
export async function blockProviderKey(sql: AnySql, key: string, waitMs: number): Promise<void> {
  await sql`
    insert into provider_limits as p (key, blocked_until)
    values (${key}, clock_timestamp() + ${waitMs} * interval '1 millisecond')
    on conflict (key) do update
    set blocked_until = greatest(p.blocked_until, excluded.blocked_until)`;
}

/** How long the key remains blocked; 0 when it is free. Milliseconds. */
export async function findProviderBlock(sql: AnySql, key: string): Promise<number> {
  const [row] = await sql<{ waitMs: number }[]>`
    select extract(epoch from blocked_until - clock_timestamp())::double precision * 1000 as wait_ms
    from provider_limits
    where key = ${key}
      and blocked_until > clock_timestamp()`;
  return Math.ceil(row?.waitMs ?? 0);
}

/** Applies a limit stated by the provider, for `validMs` from now. */
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

/** Deletes keys that were last used before that time. Returns how many. */
export const deleteProviderLimitsBefore = (sql: AnySql, before: Date, limit: number) =>
  deleteListed(
    sql,
    'provider_limits',
    'key',
    sql`
    select key
    from provider_limits
    where updated_at < ${before}
      and (blocked_until is null or blocked_until < ${before})
    limit ${limit}
    for update skip locked`,
  );

/**
 * How much of the rate limit towards the provider is used: the share of its slots that the busiest key used in the last minute, and
 * how many keys the provider asked to wait. @param perMinute our own limit; 0: none
 */
export async function readLimitUse(
  sql: AnySql,
  perMinute: number,
): Promise<{ ratio: number; blocked: number }> {
  const [row] = await sql<{ ratio: number; blocked: number }[]>`
    select coalesce(max(used.slots / nullif(least(
        ${perMinute}::double precision,
        case when learned_until > now() then learned_slots * 60000 / learned_window_ms end
      ), 0)), 0)::double precision as ratio,
      (count(*) filter (where blocked_until > now()))::integer as blocked
    from provider_limits
    cross join lateral (
      select count(*)::double precision as slots
      from unnest(grants) as at
      where at between now() - interval '1 minute' and now()
    ) used
    where updated_at > now() - interval '15 minutes'
      and key like 'credential:%'`;
  return { ratio: Math.min(1, row?.ratio ?? 0), blocked: row?.blocked ?? 0 };
}
