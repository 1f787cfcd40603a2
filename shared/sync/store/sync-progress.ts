import type { AnySql, Tx } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import { syncConnectionJob } from '../../queue/runs/kinds.ts';
import type { Run } from '../../queue/runs/run-kind.ts';
import { updateRun } from '../../queue/runs/run-store.ts';
import { addWait, endHold } from './held-syncs.ts';
import { outOfLine } from './place-lines.ts';
import { endAccounts } from './sync-accounts.ts';
import { SYNC_DEADLINE_MS } from './syncs.ts';
import type { SyncNote } from '../../ledger/account-link.ts';
import type { FinalSyncStatus } from './syncs.ts';

/** The progress and end of a run, as written by its worker and the scheduler. */

/** A worker starts or resumes the run; false if it has ended meanwhile. */
export async function markRunning(sql: AnySql, run: Run, now: Date): Promise<boolean> {
  const change = sql`
      status = 'running',
      started_at = coalesce(started_at, ${now}),
      waiting_until = null,
      ${outOfLine(sql)},
      ${endHold(sql, now)}`;
  return updateRun(sql, syncConnectionJob, run, change, now);
}

/** Stores that the run is waiting for a rate limit. */
export async function markWaiting(sql: AnySql, run: Run, until: Date, now: Date): Promise<void> {
  const change = sql`
      waiting_until = ${until},
      ${addWait(sql, 'rate_limited', now, until)}`;
  await updateRun(sql, syncConnectionJob, run, change, now);
}

/** Stores that the run's accounts are known. */
export async function markDiscovered(sql: AnySql, run: Run, now: Date): Promise<void> {
  const change = sql`discovered_at = ${now}, deaths = 0, at_risk = false`;
  await updateRun(sql, syncConnectionJob, run, change, now);
}

/** Counts a commit that was refused because a newer holder has the lease. That holder may have ended the run. */
export async function countFencedWrite(sql: AnySql, { householdId, id }: Run): Promise<void> {
  await updateRow(sql, 'syncs', householdId, id, { fencedWrites: sql`fenced_writes + 1` });
}

/** Ends the run; false when it had already ended. */
export async function finishSync(
  sql: AnySql,
  run: Run,
  end: { status: FinalSyncStatus; errors: SyncNote[]; now: Date },
): Promise<boolean> {
  const change = sql`
      status = ${end.status},
      errors = ${sql.json(end.errors as never)},
      waiting_until = null,
      finished_at = ${end.now}`;
  return updateRun(sql, syncConnectionJob, run, change, end.now);
}

/**
 * Ends runs that started before an instant, not counting the time during which they were held, and are still live. Returns how
 * many.
 * @param reason what accounts say that they had not finished
 */
export async function updateStaleSyncs(
  tx: Tx,
  before: Date,
  reason: SyncNote,
  now: Date,
): Promise<number> {
  const ended = await tx<Run[]>`
    update syncs
    set status = 'stale',
      waiting_until = null,
      finished_at = ${now},
      updated_at = ${now}
    where status in ('queued', 'running')
      and held_at is null
      and created_at < ${before}
      and deadline_at < ${new Date(before.getTime() + SYNC_DEADLINE_MS)}
    returning household_id, id`;
  for (const run of ended) await endAccounts(tx, run, reason, now);
  return ended.length;
}

/** The first death may have any cause; a later one only counts if the run was at risk. */
const counted = (tx: Tx) => ({
  deaths: tx`deaths + case when deaths = 0 or at_risk then 1 else 0 end`,
  atRisk: false,
});

/** Counts a worker that vanished: for the account it was reading, else for the run. The next checkpoint resets the count. */
export async function countDeath(tx: Tx, { householdId, id }: Run): Promise<void> {
  const { count } = await tx`
    update sync_accounts
    set ${tx(counted(tx) as never)}
    where household_id = ${householdId}
      and id = (
        select id
        from sync_accounts
        where household_id = ${householdId}
          and sync_id = ${id}
          and status = 'running'
        -- Accounts waiting for a limit are running as well; the one being read was updated last.
        order by updated_at desc, limited_until nulls first, position desc
        limit 1
      )`;
  if (count === 0) await updateRow(tx, 'syncs', householdId, id, counted(tx));
}

/**
 * Stores whether a worker is now doing what may have killed an earlier one: with an account of a run, or with a run whose accounts
 * are not known yet.
 */
export async function setAtRisk(
  sql: AnySql,
  table: 'sync_accounts' | 'syncs',
  householdId: string,
  id: string,
  atRisk: boolean,
): Promise<void> {
  await updateRow(sql, table, householdId, id, { atRisk });
}
