import type { AnySql } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { syncConnectionJob } from '../../queue/runs/kinds.ts';
import type { QueuedSync } from '../../queue/runs/kinds.ts';
import type { Run } from '../../queue/runs/run-kind.ts';
import { updateRun } from '../../queue/runs/run-store.ts';
import { heldBy, isPaused } from './holds.ts';
import type { HeldAsOf, HeldBy } from './holds.ts';
import { outOfLine } from './place-lines.ts';

/** How many waits of a run are kept, the latest ones. */
const WAITS_MAX = 50;

/** Adds a wait to those of the run, as part of an update. `until` is null if the end is unknown. */
export const addWait = (sql: AnySql, reason: string, at: Date, until: Date | null) => sql`
  waits = (
    case
      when jsonb_array_length(waits) >= ${WAITS_MAX} then waits - 0
      else waits
    end
  ) || jsonb_build_object(
    'at', ${at.toISOString()}::text, 'until', ${until?.toISOString() ?? null}::text, 'reason', ${reason}::text
  )`;

/** Runs that are held back, by an operator or until their provider answers. They occupy no place of a worker. */

const columnsOf = (sql: AnySql) => ({
  householdId: sql`syncs.household_id`,
  connectionId: sql`syncs.connection_id`,
  hasBegun: sql`(syncs.status = 'running')`,
});

/** Why a run may not begin or continue; null: it may. */
export async function findHold(
  sql: AnySql,
  { householdId, id }: Run,
  asOf: HeldAsOf,
): Promise<HeldBy | null> {
  const [row] = await sql<{ heldBy: HeldBy | null }[]>`
    select ${heldBy(sql, columnsOf(sql), asOf)} as held_by
    from syncs
    where household_id = ${householdId}
      and id = ${id}
      and status in ('queued', 'running')`;
  return row?.heldBy ?? null;
}

/** Why a running sync should stop: a person cancelled it, or an operator paused it; null if it should not. */
export async function findInterruption(
  sql: AnySql,
  { householdId, id }: Run,
  provider: string,
): Promise<'cancelled' | 'paused' | null> {
  const [row] = await sql<{ why: 'cancelled' | 'paused' | null }[]>`
    select case
        when cancel_requested_at is not null then 'cancelled'
        when ${isPaused(sql, { ...columnsOf(sql), hasBegun: sql`true` }, provider)} then 'paused'
      end as why
    from syncs
    where household_id = ${householdId}
      and id = ${id}`;
  return row?.why ?? null;
}

/** Stores that the run is held back. */
export async function markHeld(sql: AnySql, run: Run, reason: HeldBy, now: Date): Promise<void> {
  const change = sql`
    held_at = coalesce(held_at, ${now}),
    held_by = ${reason},
    ${addWait(sql, reason, now, null)},
    waiting_until = null,
    ${outOfLine(sql)}`;
  await updateRun(sql, syncConnectionJob, run, change, now);
}

interface HeldSync extends QueuedSync {
  readonly version: string;
}

/**
 * Held runs that may continue, those first that have waited longest since the last try. If the provider is down, only one: it is
 * the probe. Across all households.
 */
export async function listReleasedSyncs(sql: AnySql, asOf: HeldAsOf, limit: number) {
  return sql<HeldSync[]>`
    select id, household_id, created_at, ahead, xmin::text as version
    from syncs
    where held_at is not null
      and status in ('queued', 'running')
      and ${heldBy(sql, columnsOf(sql), asOf)} is null
    order by updated_at, id
    limit ${limitWhileDown(sql, asOf, limit)}`;
}

/** While the provider is down, one run at a time continues. */
export function limitWhileDown(sql: AnySql, { provider }: HeldAsOf, limit: number) {
  return sql`(
    select case when count(*) > 0 then 1 else ${limit} end
    from provider_circuits
    where host = ${provider}
      and opened_at is not null
  )`;
}

/** Ends a hold and extends the run's deadline by its length, as part of an update. */
export const endHold = (sql: AnySql, now: Date) => sql`
  deadline_at = deadline_at + coalesce(${now}::timestamptz - held_at, interval '0'),
  held_at = null,
  held_by = null`;

/**
 * Stores that the jobs of these runs are ready again. A worker may have begun one meanwhile, and even have put it back: such a run
 * has ended its hold itself, or is held anew.
 */
export async function markReleased(
  sql: AnySql,
  runs: readonly Pick<HeldSync, 'id' | 'householdId' | 'version'>[],
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set ${endHold(sql, now)},
      enqueued_at = ${now},
      updated_at = ${now}
    from ${valueTable(sql, 'free', runs, { householdId: 'uuid', id: 'uuid', version: 'text' })}
    where syncs.household_id = free.household_id
      and syncs.id = free.id
      and syncs.xmin::text = free.version`;
}
