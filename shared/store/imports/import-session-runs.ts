import type { AnySql, Sql, Tx } from '../../db/connect.ts';
import { jsonParameter } from '../../db/json-parameter.ts';
import type { SessionError } from '../../sessions/session-error.ts';
import type { Summary } from '../../sessions/summary.ts';

/**
 * The lease of the one worker that imports a session, on the row of the session itself. Its token fences:
 * every write of the run checks it, so a worker that lost its lease can change nothing more.
 */
export interface Lease {
  readonly householdId: string;
  readonly sessionId: string;
  readonly token: string;
}

export type LeaseAnswer =
  | { kind: 'taken'; lease: Lease }
  /** Another worker has it for this long, unless it renews it. */
  | { kind: 'held'; retryAfterMs: number }
  /** Nothing to do: the run is over, cancelled, replaced or deleted. */
  | { kind: 'over' };

/** Takes the lease of a run for `leaseMs`. The clock is the database's. */
export async function takeLease(
  sql: Sql,
  run: { householdId: string; sessionId: string; runId: string },
  leaseMs: number,
): Promise<LeaseAnswer> {
  const [taken] = await sql<{ token: string }[]>`
    update import_sessions
    set fencing_token = fencing_token + 1,
        lease_expires_at = now() + ${leaseMs} * interval '1 millisecond',
        updated_at = now()
    where household_id = ${run.householdId}
      and id = ${run.sessionId}
      and run_id = ${run.runId}
      and status = 'importing'
      and (lease_expires_at is null or lease_expires_at <= now())
    returning fencing_token as token`;
  if (taken !== undefined) {
    const { householdId, sessionId } = run;
    return { kind: 'taken', lease: { householdId, sessionId, token: taken.token } };
  }
  const [held] = await sql<{ left: number }[]>`
    select ceil(extract(epoch from lease_expires_at - now()) * 1000)::int as left
    from import_sessions
    where household_id = ${run.householdId}
      and id = ${run.sessionId}
      and run_id = ${run.runId}
      and status = 'importing'
      and lease_expires_at is not null`;
  return held === undefined
    ? { kind: 'over' }
    : { kind: 'held', retryAfterMs: Math.max(held.left, 0) };
}

function owned(sql: AnySql, lease: Lease) {
  return sql`
    household_id = ${lease.householdId}
    and id = ${lease.sessionId}
    and fencing_token = ${lease.token}
    and status = 'importing'`;
}

/** Heartbeat with progress. False: the lease is lost, the run is somebody else's or over. */
export async function renewLease(
  sql: Sql,
  lease: Lease,
  leaseMs: number,
  rowsDone: number,
): Promise<boolean> {
  const result = await sql`
    update import_sessions
    set lease_expires_at = now() + ${leaseMs} * interval '1 millisecond',
        rows_done = ${rowsDone},
        updated_at = now()
    where ${owned(sql, lease)}`;
  return result.count > 0;
}

/** Locks the session if the lease still holds, until the transaction ends. */
export async function lockLease(tx: Tx, lease: Lease): Promise<boolean> {
  const rows = await tx`
    select 1
    from import_sessions
    where ${owned(tx, lease)}
    for no key update`;
  return rows.length > 0;
}

/** Gives the lease back, so that another worker need not wait for its end. */
export async function releaseLease(sql: Sql, lease: Lease): Promise<void> {
  await sql`
    update import_sessions
    set lease_expires_at = null
    where ${owned(sql, lease)}`;
}

/** Notes what is imported so far. The lease must be locked. */
export async function updateProgress(
  tx: Tx,
  lease: Lease,
  progress: { summary: Summary; rowsDone: number },
): Promise<void> {
  await tx`
    update import_sessions
    set summary = ${jsonParameter(tx, progress.summary)},
        rows_done = ${progress.rowsDone},
        updated_at = now()
    where ${owned(tx, lease)}`;
}

/** Ends the run. The lease must be locked. */
export async function updateToFinished(
  tx: Tx,
  lease: Lease,
  end: { status: 'complete' | 'failed'; summary: Summary; error: SessionError | null },
): Promise<void> {
  await tx`
    update import_sessions
    set status = ${end.status},
        summary = ${jsonParameter(tx, end.summary)},
        error = ${jsonParameter(tx, end.error)},
        lease_expires_at = null,
        finished_at = now(),
        updated_at = now()
    where ${owned(tx, lease)}`;
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

/** Fresh statistics after a bulk write: until then the planner takes the tables for small. */
export async function analyzeLedger(sql: Sql): Promise<void> {
  await sql`analyze transactions, transaction_tags, transfers, trades, holdings, valuations, balances`;
}

export interface OpenRun {
  householdId: string;
  sessionId: string;
  runId: string;
}

/**
 * Runs whose job may be lost: importing, and no worker holds them although one should by now. For the
 * scheduler, over all households.
 */
export async function listUnleasedRuns(
  sql: Sql,
  graceMs: number,
  limit: number,
): Promise<OpenRun[]> {
  return sql<OpenRun[]>`
    select household_id as "householdId", id as "sessionId", run_id as "runId"
    from import_sessions
    where status = 'importing'
      and run_id is not null
      and updated_at < now() - ${graceMs} * interval '1 millisecond'
      and (lease_expires_at is null or lease_expires_at < now())
    order by published_at
    limit ${limit}`;
}

/** The reaper: importing sessions that nobody touched since `before` become failed. Returns their ids. */
export async function updateInterruptedSessions(
  sql: Sql,
  before: Date,
  error: SessionError,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      update import_sessions s
      set status = 'failed',
          error = ${jsonParameter(tx, error)},
          fencing_token = fencing_token + 1,
          lease_expires_at = null,
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
 * Drops the content of chunks that were not imported, of sessions that are not running and that nobody
 * touched since `before`. The chunks stay, so that an identical upload brings the content back.
 */
export async function updateExpiredSessions(
  sql: Sql,
  before: Date,
  error: SessionError,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      update import_sessions s
      set error = ${jsonParameter(tx, error)}
      where s.id in (
        select id
        from import_sessions
        where status in ('pending', 'failed', 'cancelled')
          and updated_at < ${before}
          and exists (
            select 1
            from import_chunks c
            where c.session_id = import_sessions.id
              and c.content is not null
          )
        for update skip locked
      )
      returning id`;
    const ids = rows.map((row) => row.id);
    await tx`
      update import_chunks
      set content = null
      where session_id = any(${ids}::uuid[])
        and content is not null`;
    return ids;
  });
}
