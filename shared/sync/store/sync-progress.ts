import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../../postgres/connect.ts';
import type { QueuedSync } from '../../queue/sync-connection.ts';
import { addWait, letGo } from './held-syncs.ts';
import { outOfLine } from './place-lines.ts';
import { walkBy } from '../../postgres/walk.ts';
import type { WalkLeg, WalkPosition } from '../../postgres/walk.ts';
import { SYNC_DEADLINE_MS } from './syncs.ts';
import type { SyncNote } from '../../ledger/account-link.ts';
import type { FinalSyncStatus } from './syncs.ts';

/** The progress and end of a run, as written by the queue, its worker and the scheduler. */

/** Updates the run if `which` includes it; false otherwise. */
async function updateSync(
  sql: AnySql,
  householdId: string,
  id: string,
  change: PendingQuery<Row[]>,
  which = sql``,
): Promise<boolean> {
  const { count } = await sql`
    update syncs
    set ${change}
    where household_id = ${householdId}
      and id = ${id}
      ${which}`;
  return count > 0;
}

const unended = (sql: AnySql) => sql`and status in ('queued', 'running')`;

/** The jobs of these runs were handed to the queue. */
export async function markEnqueued(
  sql: AnySql,
  runs: readonly { id: string; householdId: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set enqueued_at = ${now}
    from unnest(
      ${runs.map((run) => run.householdId)}::uuid[],
      ${runs.map((run) => run.id)}::uuid[]
    ) as handed (household_id, id)
    where syncs.household_id = handed.household_id
      and syncs.id = handed.id`;
}

/** A worker starts or resumes the run; false when it has ended in the meantime. */
export async function markRunning(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const change = sql`
      status = 'running',
      started_at = coalesce(started_at, ${now}),
      waiting_until = null,
      ${outOfLine(sql)},
      ${letGo(sql, now)},
      updated_at = ${now}`;
  return updateSync(sql, householdId, id, change, unended(sql));
}

/** The run waits for a rate limit. */
export async function markWaiting(
  sql: AnySql,
  householdId: string,
  id: string,
  until: Date,
  now: Date,
): Promise<void> {
  const change = sql`
      waiting_until = ${until},
      ${addWait(sql, 'rate_limited', now, until)},
      updated_at = ${now}`;
  await updateSync(sql, householdId, id, change, sql`and status = 'running'`);
}

/** The accounts of the run are known. */
export async function markDiscovered(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  const change = sql`discovered_at = ${now}, deaths = 0, at_risk = false, updated_at = ${now}`;
  await updateSync(sql, householdId, id, change);
}

/** Counts a commit refused because a newer holder has the lease. */
export async function countFencedWrite(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await updateSync(sql, householdId, id, sql`fenced_writes = fenced_writes + 1`);
}

/** Ends the run; false when it had already ended. */
export async function finishSync(
  sql: AnySql,
  householdId: string,
  id: string,
  end: { status: FinalSyncStatus; errors: SyncNote[]; warnings?: SyncNote[]; now: Date },
): Promise<boolean> {
  const change = sql`
      status = ${end.status},
      errors = ${sql.json(end.errors as never)},
      warnings = ${sql.json((end.warnings ?? []) as never)},
      waiting_until = null,
      finished_at = ${end.now},
      updated_at = ${end.now}`;
  return updateSync(sql, householdId, id, change, unended(sql));
}

/**
 * Live runs without a worker: queued but not handed over, or running without a lease and not waiting. The caller
 * checks whether the queue still has their jobs. All households.
 */
export async function listLostSyncs(
  sql: AnySql,
  silentSince: Date,
  leg: WalkLeg,
): Promise<(WalkPosition & QueuedSync)[]> {
  const walk = walkBy(sql, sql`syncs.created_at`, sql`syncs.id`, leg);
  return sql<(WalkPosition & QueuedSync)[]>`
    select syncs.id,
      syncs.household_id,
      syncs.created_at,
      syncs.ahead,
      ${walk.columns}
    from syncs
    left join leases lease
      on lease.household_id = syncs.household_id
      and lease.kind = 'sync'
      and lease.resource = syncs.connection_id
    where status in ('queued', 'running')
      and held_at is null
      and ${walk.isNext}
      and ((
        status = 'queued'
        and (enqueued_at is null or enqueued_at < ${silentSince})
        and (enqueued_at is not null or syncs.created_at < ${silentSince}::timestamptz + interval '50 seconds')
      )
      or (
        status = 'running'
        and coalesce(waiting_until, syncs.updated_at) < ${silentSince}
        and coalesce(enqueued_at, syncs.created_at) < ${silentSince}
        and (lease.expires_at is null or lease.expires_at < clock_timestamp())
      ))
    ${walk.window}`;
}

/**
 * Ends runs that began before an instant, not counting the time for which they were held, and have not ended. Returns how
 * many.
 */
export async function updateStaleSyncs(sql: AnySql, before: Date, now: Date): Promise<number> {
  const result = await sql`
    update syncs
    set status = 'stale',
      waiting_until = null,
      finished_at = ${now},
      updated_at = ${now}
    where status in ('queued', 'running')
      and held_at is null
      and created_at < ${before}
      and deadline_at < ${new Date(before.getTime() + SYNC_DEADLINE_MS)}`;
  return result.count;
}
