import type { AnySql } from '../../postgres/connect.ts';

/** Connections of all households that become due within the time. Reads their part of the index of what is due. */
export async function countDueWithin(sql: AnySql, withinMs: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from provider_connections
    where status <> 'requires_update'
      and status <> 'suspended'
      and next_sync_at > now()
      and next_sync_at <= now() + ${withinMs} * interval '1 millisecond'`;
  return row?.count ?? 0;
}
