import type { AnySql, Sql, Tx } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { SessionError } from './session/session-error.ts';
import type { Summary } from './session/summary.ts';
import { LeaseLostError } from '../queue/leases.ts';
import { walkBy } from '../postgres/walk.ts';
import type { WalkLeg, WalkPosition } from '../postgres/walk.ts';

/** One run of a session. What is written under it is fenced by its worker's lease (store/leases.ts). */
export interface ImportRun {
  readonly householdId: string;
  readonly sessionId: string;
  readonly runId: string;
}

const isOpen = (sql: AnySql, run: ImportRun) => sql`
  household_id = ${run.householdId}
  and id = ${run.sessionId}
  and run_id = ${run.runId}
  and status = 'importing'`;

/** Whether there is something to do: the run is neither over, cancelled, replaced nor deleted. */
export async function isRunOpen(sql: AnySql, run: ImportRun): Promise<boolean> {
  const rows = await sql`
    select 1
    from import_sessions
    where ${isOpen(sql, run)}`;
  return rows.length > 0;
}

/** Locks the session of a run until the transaction ends. Throws LeaseLostError when the run is over. */
export async function requireOpenRun(tx: Tx, run: ImportRun): Promise<void> {
  const rows = await tx`
    select 1
    from import_sessions
    where ${isOpen(tx, run)}
    for no key update`;
  if (rows.length === 0) throw new LeaseLostError();
}

/** Shows how far a run is. False: it is over. */
export async function updateRowsDone(
  sql: AnySql,
  run: ImportRun,
  rowsDone: number,
): Promise<boolean> {
  const result = await sql`
    update import_sessions
    set rows_done = ${rowsDone}, updated_at = now()
    where ${isOpen(sql, run)}`;
  return result.count > 0;
}

/** Notes what is imported so far. The run must be locked. */
export async function updateProgress(
  tx: Tx,
  run: ImportRun,
  progress: { summary: Summary; rowsDone: number },
): Promise<void> {
  await tx`
    update import_sessions
    set summary = ${jsonParameter(tx, progress.summary)},
        rows_done = ${progress.rowsDone},
        updated_at = now()
    where ${isOpen(tx, run)}`;
}

/** Ends the run. The run must be locked. */
export async function updateToFinished(
  tx: Tx,
  run: ImportRun,
  end: { status: 'complete' | 'failed'; summary: Summary; error: SessionError | null },
): Promise<void> {
  await tx`
    update import_sessions
    set status = ${end.status},
        summary = ${jsonParameter(tx, end.summary)},
        error = ${jsonParameter(tx, end.error)},
        finished_at = now(),
        updated_at = now()
    where ${isOpen(tx, run)}`;
  if (end.status === 'failed') return;
  await tx`
    update import_chunks
    set transaction_digests = null
    where household_id = ${run.householdId}
      and session_id = ${run.sessionId}`;
}

/** Notes on a complete session what failed after it. */
export async function updateCompleteSessionError(
  sql: Sql,
  householdId: string,
  sessionId: string,
  error: SessionError,
): Promise<void> {
  await sql`
    update import_sessions
    set error = ${jsonParameter(sql, error)}, updated_at = now()
    where household_id = ${householdId}
      and id = ${sessionId}
      and status = 'complete'`;
}

/**
 * Runs whose job may be lost: importing, and no worker holds them although one should by now. For the
 * scheduler, over all households.
 */
export async function listLostImportRuns(
  sql: Sql,
  graceMs: number,
  leg: WalkLeg,
): Promise<(WalkPosition & ImportRun)[]> {
  const walk = walkBy(sql, sql`s.published_at`, sql`s.id`, leg);
  return sql<(WalkPosition & ImportRun)[]>`
    select s.household_id, s.id as session_id, s.run_id, ${walk.columns}
    from import_sessions s
    left join leases l
      on l.household_id = s.household_id
      and l.kind = 'import'
      and l.resource = s.id
    where s.status = 'importing'
      and s.run_id is not null
      and s.updated_at < now() - ${graceMs} * interval '1 millisecond'
      and (l.expires_at is null or l.expires_at < now())
      and ${walk.isNext}
    ${walk.window}`;
}

/** Fails importing sessions that no worker has touched since `before`. Returns their ids. */
export async function updateStaleImportSessions(
  sql: Sql,
  before: Date,
  error: SessionError,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      update import_sessions s
      set status = 'failed',
          error = ${jsonParameter(tx, error)},
          finished_at = now(),
          updated_at = now()
      where s.id in (
        select id
        from import_sessions
        where status = 'importing'
          and updated_at < ${before}
        for update skip locked
      )
      returning id`;
    const ids = rows.map((row) => row.id);
    await tx`
      update import_chunks
      set status = 'pending', updated_at = now()
      where session_id = any(${ids}::uuid[])
        and status = 'importing'`;
    return ids;
  });
}

/**
 * Drops the content of unimported chunks in sessions that are not running and were left untouched since `before`.
 * The chunks stay, so that an identical upload brings the content back. Returns the number of sessions.
 */
export async function deleteContentBefore(
  sql: Sql,
  before: Date,
  error: SessionError,
  limit: number,
): Promise<number> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      update import_sessions s
      set error = ${jsonParameter(tx, error)}
      where s.id = any(array(
        select id
        from import_sessions
        where id in (select session_id from import_chunks where content is not null)
          and status in ('pending', 'failed', 'cancelled')
          and updated_at < ${before}
        limit ${limit}
        for update skip locked
      ))
      returning id`;
    const ids = rows.map((row) => row.id);
    await tx`
      update import_chunks
      set content = null,
          transaction_digests = null
      where session_id = any(${ids}::uuid[])
        and content is not null`;
    return ids.length;
  });
}
