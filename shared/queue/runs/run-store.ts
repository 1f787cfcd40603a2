import { randomUUID } from 'node:crypto';
import { undoEnd } from '#preflight/states';
import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { walkBy } from '../../postgres/walk.ts';
import type { WalkLeg, WalkPosition } from '../../postgres/walk.ts';
import { expireLease, LeaseLostError } from '../leases.ts';
import type { LeaseKey } from '../leases.ts';
import type { Run, RunKind } from './run-kind.ts';

/** The statements that runs of every kind share. Statements of a single kind are in its own store. */

/** Long enough for a worker to pick up a waiting job. */
const SILENT_AFTER_MS = 15_000;

/** The condition for the row of this run, as long as the run has neither ended nor been replaced. */
const isLive = (sql: AnySql, kind: RunKind, { householdId, id, runId }: Run) => sql`
  household_id = ${householdId}
  and id = ${id}
  and ${kind.isLive(sql)}
  ${isOneOfMany(kind) ? sql`and run_id = ${runId ?? null}` : sql``}`;

/** Whether one row has many runs in turn, distinguished by `run_id`. */
function isOneOfMany(kind: RunKind): boolean {
  return kind.ids.length > 1;
}

/** A run that has not ended. */
export interface LiveRun extends Run {
  /** Workers that vanished since the run last made progress. */
  readonly deaths: number;
  readonly lease: LeaseKey;
}

/** The current run; null if it has ended, was replaced, or its row is gone. */
export async function findLiveRun(sql: AnySql, kind: RunKind, run: Run): Promise<LiveRun | null> {
  const [row] = await sql<{ deaths: number; resource: string }[]>`
    select deaths, ${sql(kind.leasedBy)} as resource
    from ${sql(kind.table)}
    where ${isLive(sql, kind, run)}`;
  if (row === undefined) return null;
  const lease = { kind: kind.lease, householdId: run.householdId, resource: row.resource };
  return { ...run, deaths: row.deaths, lease };
}

/** Locks the row of a run until the transaction ends. Throws LeaseLostError when the run is over. */
export async function lockRun(tx: Tx, kind: RunKind, run: Run): Promise<void> {
  const rows = await tx`
    select 1 from ${tx(kind.table)} where ${isLive(tx, kind, run)} for no key update`;
  if (rows.length === 0) throw new LeaseLostError();
}

/** Writes columns of a live run. False: it is over. */
export async function updateRun(
  sql: AnySql,
  kind: RunKind,
  run: Run,
  change: Fragment,
  now?: Date,
): Promise<boolean> {
  const { count } = await sql`
    update ${sql(kind.table)}
    set ${change}, updated_at = ${now ?? sql`now()`}
    where ${isLive(sql, kind, run)}`;
  return count > 0;
}

/** Counts a worker that vanished while working on the run. */
export async function countDeath(tx: Tx, kind: RunKind, run: Run): Promise<void> {
  await updateRun(tx, kind, run, tx`deaths = deaths + 1`);
}

/** Ends a run as failed, with the reason. False if it was already over. */
export async function failRun(
  sql: AnySql,
  kind: RunKind,
  run: Run,
  error: object,
): Promise<boolean> {
  return updateRun(sql, kind, run, sql`${kind.fail(sql)}, error = ${jsonParameter(sql, error)}`);
}

/** Fails all runs of a kind that are still live in a household. */
export async function failRunsOf(
  sql: AnySql,
  kind: RunKind,
  householdId: string,
  error: object,
): Promise<void> {
  await sql`
    update ${sql(kind.table)}
    set ${kind.fail(sql)},
      error = ${jsonParameter(sql, error)},
      updated_at = now()
    where household_id = ${householdId}
      and ${kind.isLive(sql)}`;
}

/** Begins a run of a locked row. The caller commits, then adds the job of the returned run. */
export async function beginRun(
  tx: Tx,
  kind: RunKind,
  { householdId, id }: Run,
  change = tx``,
): Promise<Required<Run>> {
  const runId = randomUUID();
  await tx`
    update ${tx(kind.table)}
    set ${kind.begin?.(tx) ?? tx``},
      run_id = ${runId},
      error = null,
      deaths = 0,
      updated_at = now()
      ${change}
    where household_id = ${householdId}
      and id = ${id}`;
  // The worker of an ended run may have vanished.
  await expireLease(tx, { kind: kind.lease, householdId, resource: id });
  return { householdId, id, runId };
}

/** Begins a failed run of a row again; one that has not ended is returned as it is. A text says why neither is possible. */
export async function beginAgain(
  tx: Tx,
  kind: RunKind,
  failed: Run,
  now: Date,
): Promise<Run | string> {
  const [row] = await tx<{ status: string; runId: string; isLive: boolean; since: Date | null }[]>`
    select status, run_id, ${kind.isLive(tx)} as is_live, ${tx(kind.undoes ?? 'created_at')} as since
    from ${tx(kind.table)}
    where household_id = ${failed.householdId}
      and id = ${failed.id}
    for no key update`;
  if (row === undefined) return 'The import is gone.';
  if (row.runId !== failed.runId) return 'It has been started again since.';
  if (row.isLive) return failed;
  if (!kind.from.includes(row.status)) return `It is now ${row.status}.`;
  if (kind.undoes !== undefined && undoEnd(row.since ?? new Date(0)) < now)
    return 'The import is too old to be undone.';
  return beginRun(tx, kind, failed);
}

/** Stores when the jobs of these runs were added, if their rows keep that. */
export async function markEnqueued(
  sql: AnySql,
  kind: RunKind,
  runs: readonly Run[],
  now: Date,
): Promise<void> {
  if (kind.notesEnqueued !== true || runs.length === 0) return;
  await sql`
    update ${sql(kind.table)} r
    set enqueued_at = ${now}
    from ${valueTable(sql, 'handed', runs, { householdId: 'uuid', id: 'uuid' })}
    where r.household_id = handed.household_id
      and r.id = handed.id`;
}

/** Live runs, across all households, that no worker holds although one should by now: their job may be lost. */
export async function listSilentRuns(sql: AnySql, kind: RunKind, now: Date, leg: WalkLeg) {
  const since = new Date(now.getTime() - (kind.silentAfterMs ?? SILENT_AFTER_MS));
  const walk = walkBy(sql, sql`r.${sql(kind.since)}`, sql`r.id`, leg);
  return sql<(WalkPosition & Run)[]>`
    select r.household_id, r.id, ${isOneOfMany(kind) ? sql`r.run_id` : sql`r.id as run_id`}, ${walk.columns}
      ${kind.queuedColumns === undefined ? sql`` : sql`, ${kind.queuedColumns(sql)}`}
    from ${sql(kind.table)} r
    left join leases l
      on l.household_id = r.household_id
      and l.kind = ${kind.lease}
      and l.resource = r.${sql(kind.leasedBy)}
    where ${kind.isLive(sql)}
      and ${kind.isSilent?.(sql, since) ?? sql`r.updated_at < ${since}`}
      and (l.expires_at is null or l.expires_at < clock_timestamp())
      and ${walk.isNext}
    ${walk.window}`;
}
