import type { AnySql } from '../../db/connect.ts';
import { AHEAD_MAX } from '../../jobs/turn.ts';
import type { QueuedSync } from '../../jobs/sync-connection.ts';
import { heldBy } from '../operations/holds.ts';
import type { HeldAsOf } from '../operations/holds.ts';
import { limitWhileDown } from './held-syncs.ts';
import { householdsAtBank, liveOfHousehold } from './count-ahead.ts';
import { SYNC_DEADLINE_MS } from './syncs.ts';

/** Runs of connections whose time has come. */
export interface DueSyncs {
  /** Connections that were due; those with a live run start no second one. */
  claimed: number;
  started: QueuedSync[];
}

/**
 * Claims due connections of all households, but for those that are held back, and starts a run for each, in one statement, so that two schedulers never start
 * the same one. Should a run never end, its connection is due again after 18 to 30 hours: at random, since connections
 * that were due together would be so again. The caller hands the runs to the queue, which the rows say at once: one that is
 * not handed over after all is found by listLostSyncs a minute later.
 */
export async function startDueConnections(
  sql: AnySql,
  asOf: HeldAsOf,
  limit: number,
): Promise<DueSyncs> {
  const { now } = asOf;
  const columns = {
    householdId: sql`household_id`,
    connectionId: sql`provider_connections.id`,
    hasBegun: sql`false`,
  };
  const rows = await sql<{ id: string | null; householdId: string; ahead: number }[]>`
    with due as materialized (
      select id, household_id, bank
      from provider_connections
      where status <> 'requires_update'
        and status <> 'suspended'
        and next_sync_at <= ${now}
        and ${heldBy(sql, columns, asOf)} is null
      order by next_sync_at
      limit ${limitWhileDown(sql, asOf, limit)}
      for update skip locked
    ),
    put_off as (
      update provider_connections
      set next_sync_at = ${now}::timestamptz + interval '18 hours' + random() * interval '12 hours'
      where id in (select id from due)
    ),
    households as (
      select household_id, ${liveOfHousehold(sql, sql`due.household_id`)} as live
      from due
      group by household_id
    ),
    banks as (
      select bank, ${householdsAtBank(sql, sql`due.bank`)} as live
      from due
      where bank is not null
      group by bank
    ),
    -- Those that start together stand in line behind each other as well.
    lined_up as (
      select due.id, due.household_id, due.bank,
        greatest(
          households.live + row_number() over (partition by due.household_id order by due.id) - 1,
          banks.live + dense_rank() over (partition by due.bank order by due.household_id) - 1
        ) as ahead
      from due
      join households on households.household_id = due.household_id
      left join banks on banks.bank = due.bank
    ),
    started as (
      insert into syncs (
        household_id, connection_id, bank, ahead, trigger, deadline_at, enqueued_at, created_at, updated_at
      )
      select household_id, id, bank, least(ahead, ${AHEAD_MAX}), 'scheduled',
        ${new Date(now.getTime() + SYNC_DEADLINE_MS)}, ${now}, ${now}, ${now}
      from lined_up
      on conflict (connection_id) where status in ('queued', 'running') do nothing
      returning id, connection_id, ahead
    )
    select started.id, due.household_id, started.ahead
    from due
    left join started on started.connection_id = due.id`;
  const started = rows.flatMap(({ id, householdId, ahead }) =>
    id === null ? [] : { id, householdId, ahead, createdAt: now },
  );
  return { claimed: rows.length, started };
}
