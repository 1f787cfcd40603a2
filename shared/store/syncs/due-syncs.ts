import type { AnySql } from '../../db/connect.ts';
import { SYNC_DEADLINE_MS } from './syncs.ts';

/** Runs of connections whose time has come. */
export interface DueSyncs {
  /** Connections that were due; those with a live run start no second one. */
  claimed: number;
  started: { id: string; householdId: string }[];
}

/**
 * Claims due connections of all households and starts a run for each, in one statement, so that two schedulers never start
 * the same one. Should a run never end, its connection is due again after 18 to 30 hours: at random, since connections
 * that were due together would be so again. The caller hands the runs to the queue, which the rows say at once: one that is
 * not handed over after all is found by listLostSyncs a minute later.
 */
export async function startDueConnections(
  sql: AnySql,
  now: Date,
  limit: number,
): Promise<DueSyncs> {
  const rows = await sql<{ id: string | null; householdId: string }[]>`
    with due as materialized (
      select id, household_id
      from provider_connections
      where status <> 'requires_update'
        and next_sync_at <= ${now}
      order by next_sync_at
      limit ${limit}
      for update skip locked
    ),
    put_off as (
      update provider_connections
      set next_sync_at = ${now}::timestamptz + interval '18 hours' + random() * interval '12 hours'
      where id in (select id from due)
    ),
    started as (
      insert into syncs (
        household_id, connection_id, trigger, deadline_at, enqueued_at, created_at, updated_at
      )
      select household_id, id, 'scheduled', ${new Date(now.getTime() + SYNC_DEADLINE_MS)}, ${now}, ${now}, ${now}
      from due
      on conflict (connection_id) where status in ('queued', 'running') do nothing
      returning id, connection_id
    )
    select started.id, due.household_id
    from due
    left join started on started.connection_id = due.id`;
  const started = rows.flatMap(({ id, householdId }) => (id === null ? [] : { id, householdId }));
  return { claimed: rows.length, started };
}
