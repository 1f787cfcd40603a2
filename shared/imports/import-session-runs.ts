import type { Sql, Tx } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { SessionError } from './session/session-error.ts';
import type { Summary } from './session/summary.ts';
import { publishSession } from '../queue/runs/kinds.ts';
import type { Run } from '../queue/runs/run-kind.ts';
import { updateRun } from '../queue/runs/run-store.ts';

/** Completes a run whose chunks are all imported. The run must be locked. */
export async function updateToComplete(tx: Tx, run: Run, summary: Summary): Promise<void> {
  const change = tx`
    status = 'complete',
    summary = ${jsonParameter(tx, summary)},
    error = null,
    finished_at = now()`;
  await updateRun(tx, publishSession, run, change);
  await tx`
    update import_chunks
    set transaction_digests = null
    where household_id = ${run.householdId}
      and session_id = ${run.id}`;
}

/** Fails importing sessions that no worker has touched since `before`. Returns their ids. */
export async function updateStaleImportSessions(
  sql: Sql,
  before: Date,
  error: SessionError,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    update import_sessions
    set status = 'failed',
        error = ${jsonParameter(sql, error)},
        finished_at = now(),
        updated_at = now()
    where id in (
      select id
      from import_sessions
      where status = 'importing'
        and updated_at < ${before}
      for update skip locked
    )
    returning id`;
  return rows.map(({ id }) => id);
}

/**
 * Drops the content of unimported chunks in sessions that are not running and were untouched since `before`. The chunks stay, so an
 * identical upload restores the content. Returns the number of sessions.
 */
export async function deleteContentBefore(
  sql: Sql,
  before: Date,
  error: SessionError,
  limit: number,
): Promise<number> {
  const { count } = await sql`
    with expired as (
      update import_sessions
      set error = ${jsonParameter(sql, error)}
      where id = any(array(
        select id
        from import_sessions
        where id in (select session_id from import_chunks where content is not null)
          and status in ('pending', 'failed', 'cancelled')
          and updated_at < ${before}
        limit ${limit}
        for update skip locked
      ))
      returning id
    ),
    emptied as (
      update import_chunks
      set content = null
      where session_id in (select id from expired)
        and content is not null
    )
    select id from expired`;
  return count;
}
