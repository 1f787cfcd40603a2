import type { AnySql } from '../postgres/connect.ts';
import { deleteOldest } from '../postgres/walk.ts';

/**
 * Counts one request of a key in its window, unless the limit is reached, in one atomic statement. Returns the count after this
 * request, or null if it must be refused.
 */
export async function countRequest(
  sql: AnySql,
  apiKeyId: string,
  windowStart: Date,
  limit: number,
): Promise<number | null> {
  const [row] = await sql<{ count: number }[]>`
    insert into rate_limit_windows as w (api_key_id, window_start, count)
    values (${apiKeyId}, ${windowStart}, 1)
    on conflict (api_key_id, window_start) do update
    set count = w.count + 1
    where w.count < ${limit}
    returning count`;
  return row?.count ?? null;
}

/** How many requests of a key the window has so far; does not count one. */
export async function findRequestCount(
  sql: AnySql,
  apiKeyId: string,
  windowStart: Date,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count
    from rate_limit_windows
    where api_key_id = ${apiKeyId}
      and window_start = ${windowStart}`;
  return row?.count ?? 0;
}

/** Deletes windows that began before that time, oldest first. Returns how many. */
export const deleteRateLimitWindowsBefore = deleteOldest(
  'rate_limit_windows',
  'ctid',
  'window_start',
);
