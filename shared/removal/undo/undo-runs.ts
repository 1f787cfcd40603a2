import type { AnySql, Sql, Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { expireLease, LeaseLostError } from '../../queue/leases.ts';
import type { LeaseKey } from '../../queue/leases.ts';
import { walkBy } from '../../postgres/walk.ts';
import type { WalkLeg, WalkPosition } from '../../postgres/walk.ts';
import type { UndoSummary } from '../../imports/kept-record.ts';

/** Tables of what can be undone: imports of CSV files, and import sessions. */
type UndoHolder = 'imports' | 'import_sessions';

/** One run that undoes an import. */
export interface UndoRun {
  readonly householdId: string;
  readonly importId: string;
  readonly runId: string;
}

/** What the worker of an undo holds: the same lease as the worker that published. */
export function undoLease({ householdId, importId }: UndoRun): LeaseKey {
  return { kind: 'import', householdId, resource: importId };
}

const isOpen = (sql: AnySql, { householdId, importId, runId }: UndoRun) => sql`
  household_id = ${householdId}
  and id = ${importId}
  and run_id = ${runId}
  and status = 'undoing'`;

/** What the run is of, while it is neither over nor replaced; null then. */
export async function findUndoHolder(sql: AnySql, run: UndoRun): Promise<UndoHolder | null> {
  const [row] = await sql<{ holder: UndoHolder }[]>`
    select 'imports' as holder from imports where ${isOpen(sql, run)}
    union all
    select 'import_sessions' as holder from import_sessions where ${isOpen(sql, run)}`;
  return row?.holder ?? null;
}

/** Begins to undo an import, which must be locked. A session is what it was before, should that fail. */
export async function updateToUndoing(tx: Tx, holder: UndoHolder, run: UndoRun): Promise<void> {
  const isSession = holder === 'import_sessions';
  await tx`
    update ${tx(holder)}
    set ${isSession ? tx`previous_status = status,` : tx`rows_done = 0,`}
        status = 'undoing',
        run_id = ${run.runId},
        error = null,
        deaths = 0,
        updated_at = now()
    where household_id = ${run.householdId}
      and id = ${run.importId}`;
  // The worker of a run that ended may have vanished.
  await expireLease(tx, undoLease(run));
}

/** Locks the import of a run until the transaction ends. Throws LeaseLostError when the run is over. */
export async function requireUndoRun(tx: Tx, holder: UndoHolder, run: UndoRun): Promise<void> {
  const rows = await tx`select 1 from ${tx(holder)} where ${isOpen(tx, run)} for no key update`;
  if (rows.length === 0) throw new LeaseLostError();
}

/** Counts a worker that vanished over the run. Returns how many have. */
export async function countUndoDeath(tx: Tx, holder: UndoHolder, run: UndoRun): Promise<number> {
  const [row] = await tx<{ deaths: number }[]>`
    update ${tx(holder)}
    set deaths = deaths + 1, updated_at = now()
    where ${isOpen(tx, run)}
    returning deaths`;
  return row?.deaths ?? 0;
}

/** Ends a run that undid what the import had done. */
export async function finishUndo(
  tx: Tx,
  holder: UndoHolder,
  run: UndoRun,
  summary: UndoSummary,
): Promise<void> {
  const told = jsonParameter(tx, summary);
  await tx`
    update ${tx(holder)}
    set status = 'undone',
        undone_at = now(),
        ${holder === 'imports' ? tx`summary = summary || ${told}::jsonb, rows_done = rows_count,` : tx`undo_summary = ${told},`}
        error = null,
        updated_at = now()
    where ${isOpen(tx, run)}`;
}

/** Ends a run that changed nothing: the import is as it was before, with the error. False when the run was over. */
export async function failUndo(
  sql: AnySql,
  holder: UndoHolder,
  run: UndoRun,
  error: object,
): Promise<boolean> {
  const before = holder === 'imports' ? sql`'complete'` : sql`previous_status`;
  const result = await sql`
    update ${sql(holder)}
    set status = ${before}, error = ${jsonParameter(sql, error)}, updated_at = now()
    where ${isOpen(sql, run)}`;
  return result.count > 0;
}

/** Runs whose job may be lost: open, and no worker holds them although one should by now. Over all households. */
export async function listLostUndoRuns(
  sql: Sql,
  graceMs: number,
  leg: WalkLeg,
): Promise<(WalkPosition & UndoRun)[]> {
  const walk = walkBy(sql, sql`i.updated_at`, sql`i.id`, leg);
  const undoing = (holder: UndoHolder) => sql`
    select household_id, id, run_id, updated_at
    from ${sql(holder)}
    where status = 'undoing'
      and updated_at < now() - ${graceMs} * interval '1 millisecond'`;
  return sql<(WalkPosition & UndoRun)[]>`
    select i.household_id, i.id as import_id, i.run_id, ${walk.columns}
    from (${undoing('imports')} union all ${undoing('import_sessions')}) i
    left join leases l
      on l.household_id = i.household_id
      and l.kind = 'import'
      and l.resource = i.id
    where (l.expires_at is null or l.expires_at < now())
      and ${walk.isNext}
    ${walk.window}`;
}
