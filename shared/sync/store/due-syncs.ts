import type { AnySql } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { AHEAD_MAX } from '../../queue/turn.ts';
import type { QueuedSync } from '../../queue/runs/kinds.ts';
import { heldBy } from './holds.ts';
import type { HeldAsOf } from './holds.ts';
import { limitWhileDown } from './held-syncs.ts';
import { householdsAtBank, liveOfHousehold, SYNC_DEADLINE_MS } from './syncs.ts';

export interface DueSyncs {
  /** Connections that were due; one with a live run does not get a second. */
  claimed: number;
  started: QueuedSync[];
}

/**
 * Claims due connections of all households, except those that are held back, and starts a run for each, all in one statement, so
 * that two schedulers never start the same one. If a run never ends, its connection is due again after 18 to 30 hours, at random:
 * connections that were due together would otherwise be so again. The caller adds the jobs; the rows already say so, and
 * listSilentRuns finds one that was not added a minute later. Live runs are counted once per household and bank, without a join: for
 * a limit that is an expression Postgres expects one row, and would count again for each pair of rows.
 */
export async function startDueConnections(
  sql: AnySql,
  asOf: HeldAsOf,
  limit: number,
): Promise<DueSyncs> {
  const { now } = asOf;
  const rows = await sql<
    { claimed: number; id: string | null; householdId: string; ahead: number }[]
  >`
    with due as materialized (
      select id, household_id, bank
      from provider_connections
      where ${isDue(sql, asOf)}
      order by next_sync_at
      limit ${limitWhileDown(sql, asOf, limit)}
      for update skip locked
    ),
    put_off as (
      update provider_connections
      set next_sync_at = ${now}::timestamptz + interval '18 hours' + random() * interval '12 hours'
      where id in (select id from due)
    ),
    ranked as (
      select id, household_id, bank,
        row_number() over (partition by household_id order by id) as nth_of_household,
        row_number() over (partition by bank order by household_id, id) as nth_of_bank,
        dense_rank() over (partition by bank order by household_id) as nth_household
      from due
    ),
    counted as (
      select ranked.*,
        case when nth_of_household = 1 then ${liveOfHousehold(sql, sql`ranked.household_id`)} end as of_household,
        case when nth_of_bank = 1 then ${householdsAtBank(sql, sql`ranked.bank`)} end as at_bank
      from ranked
    ),
    -- Those that start together also queue behind each other.
    lined_up as (
      select id, household_id, bank,
        greatest(
          max(of_household) over (partition by household_id) + nth_of_household - 1,
          case when bank is not null then max(at_bank) over (partition by bank) + nth_household - 1 end
        ) as ahead
      from counted
    ),
    started as (
      insert into syncs (
        household_id, connection_id, bank, ahead, trigger, deadline_at, enqueued_at, created_at, updated_at
      )
      select household_id, id, bank, least(ahead, ${AHEAD_MAX}), 'scheduled',
        ${new Date(now.getTime() + SYNC_DEADLINE_MS)}, ${now}, ${now}, ${now}
      from lined_up
      on conflict (connection_id) where status in ('queued', 'running') do nothing
      returning id, household_id, ahead
    )
    select claimed.count as claimed, started.id, started.household_id, started.ahead
    from (select count(*)::integer as count from due) as claimed
    left join started on true`;
  const started = rows.flatMap(({ id, householdId, ahead }) =>
    id === null ? [] : { id, householdId, ahead, createdAt: now },
  );
  return { claimed: rows[0]?.claimed ?? 0, started };
}

/** Since when a connection of any household has been due that is not held back; null if none is. */
export async function readFirstDue(sql: AnySql, asOf: HeldAsOf): Promise<Date | null> {
  const [row] = await sql<[{ since: Date | null }]>`
    select min(next_sync_at) as since
    from provider_connections
    where ${isDue(sql, asOf)}`;
  return row.since;
}

function isDue(sql: AnySql, asOf: HeldAsOf) {
  const columns = {
    householdId: sql`household_id`,
    connectionId: sql`provider_connections.id`,
    hasBegun: sql`false`,
  };
  return sql`
    status <> 'requires_update'
    and status <> 'suspended'
    and next_sync_at <= ${asOf.now}
    and ${heldBy(sql, columns, asOf)} is null`;
}

/** How many connections of all households become due within that time. Only reads that part of the index of due connections. */
export function countDueWithin(sql: AnySql, withinMs: number): Promise<number> {
  const due = sql`
    from provider_connections
    where status <> 'requires_update'
      and status <> 'suspended'
      and next_sync_at > now()
      and next_sync_at <= now() + ${withinMs} * interval '1 millisecond'`;
  return countRows(sql, due);
}
