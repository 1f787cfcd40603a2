import type { AnySql } from '../../postgres/connect.ts';

/**
 * How much of the rate limit towards the provider is used: of the busiest key the share of its slots of the last
 * minute, and how many keys the provider asked to wait. @param perMinute our own limit; 0: none
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
