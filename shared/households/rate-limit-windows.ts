import type { AnySql } from '../postgres/connect.ts';

/**
 * Counts one request of a key in its window unless the limit is reached, in one atomic statement.
 * Returns the count after this request, or null when it must be refused.
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

/** The requests of a key counted in a window so far, without counting. */
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

/** Deletes windows that began before this. Returns how many. */
export async function deleteRateLimitWindowsBefore(
  sql: AnySql,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from rate_limit_windows
    where ctid = any(array(
        select ctid
        from rate_limit_windows
        where window_start < ${before}
        limit ${limit}
      ))`;
  return result.count;
}
