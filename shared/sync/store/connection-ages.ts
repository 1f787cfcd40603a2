import type { AnySql } from '../../postgres/connect.ts';
import { PAUSED } from './connection-syncs.ts';

/** The bank connections of all households, in numbers. */
export interface ConnectionAges {
  statuses: { status: string; count: number }[];
  /** How many were last synced within each bound, and how many before the last. */
  counts: number[];
  worstSeconds: number;
}

/**
 * Counts connections by status and by the time since their last success, or since they were made. Those that their owner paused
 * have a status of their own here, as no operator has to look after them. Ages leave out those that wait for their owner, or are suspended. @param bounds ascending, seconds
 */
export async function readConnectionAges(
  sql: AnySql,
  bounds: readonly number[],
): Promise<ConnectionAges> {
  const rows = await sql<{ status: string; bucket: number; count: number; worst: number }[]>`
    select status,
      width_bucket(age, ${bounds as number[]}::double precision[]) as bucket,
      count(*)::integer as count,
      max(age)::double precision as worst
    from (
      select case when status_reason = ${PAUSED} then ${PAUSED} else status end as status,
        extract(epoch from now() - coalesce(last_synced_at, created_at))::double precision as age
      from provider_connections
    ) connection
    group by 1, 2`;
  const statuses = new Map<string, number>();
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let worstSeconds = 0;
  for (const { status, bucket, count, worst } of rows) {
    statuses.set(status, (statuses.get(status) ?? 0) + count);
    if (['requires_update', 'suspended', PAUSED].includes(status)) continue;
    counts[bucket] = (counts[bucket] ?? 0) + count;
    worstSeconds = Math.max(worstSeconds, worst);
  }
  return {
    statuses: [...statuses].map(([status, count]) => ({ status, count })),
    counts,
    worstSeconds,
  };
}
