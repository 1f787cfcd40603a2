import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../../postgres/connect.ts';
import { syncConnectionJob } from '../../queue/runs/kinds.ts';
import { updateRun } from '../../queue/runs/run-store.ts';
import { addWait, letGo } from './held-syncs.ts';
import { outOfLine } from './place-lines.ts';
import { SYNC_DEADLINE_MS } from './syncs.ts';
import type { SyncNote } from '../../ledger/account-link.ts';
import type { FinalSyncStatus } from './syncs.ts';

/** The progress and end of a run, as written by its worker and the scheduler. */

const updateSync = (
  sql: AnySql,
  [householdId, id]: readonly [string, string],
  change: PendingQuery<Row[]>,
  now: Date,
): Promise<boolean> => updateRun(sql, syncConnectionJob, { householdId, id }, change, now);

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
      ${letGo(sql, now)}`;
  return updateSync(sql, [householdId, id], change, now);
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
      ${addWait(sql, 'rate_limited', now, until)}`;
  await updateSync(sql, [householdId, id], change, now);
}

/** The accounts of the run are known. */
export async function markDiscovered(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  const change = sql`discovered_at = ${now}, deaths = 0, at_risk = false`;
  await updateSync(sql, [householdId, id], change, now);
}

/** Counts a commit refused because a newer holder has the lease; that one may have ended the run. */
export async function countFencedWrite(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await sql`
    update syncs
    set fenced_writes = fenced_writes + 1
    where household_id = ${householdId}
      and id = ${id}`;
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
      finished_at = ${end.now}`;
  return updateSync(sql, [householdId, id], change, end.now);
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
