import type { AnySql, Tx } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { SessionError } from './session/session-error.ts';
import { OPEN_STATUSES } from './session/states.ts';
import type { SessionStatus } from './session/states.ts';
import type { Summary } from './session/summary.ts';
import { oldestFirst, readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { deleteKept } from './kept-record.ts';
import type { UndoSummary } from './kept-record.ts';

/** An import session without its chunks. */
export interface ImportSession {
  id: string;
  householdId: string;
  type: 'NativeImport';
  clientSessionId: string | null;
  expectedChunks: number | null;
  status: SessionStatus;
  summary: Summary;
  error: SessionError | null;
  /** Id of the current or last run, which is its job's id; null before the first publish. */
  runId: string | null;
  /** Rows read by the current or last run. */
  rowsDone: number;
  publishedAt: Date | null;
  finishedAt: Date | null;
  undoSummary: UndoSummary | null;
  undoneAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

function columns(sql: AnySql) {
  return sql`
    s.id, s.household_id, s.type, s.client_session_id, s.expected_chunks, s.status, s.summary,
    s.error, s.run_id, s.rows_done, s.published_at, s.finished_at, s.undo_summary, s.undone_at,
    s.created_at, s.updated_at`;
}

/** The session of that id in this household, or null. */
export async function findImportSession(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<ImportSession | null> {
  const [row] = await sql<ImportSession[]>`
    select ${columns(sql)}
    from import_sessions s
    where s.household_id = ${householdId}
      and s.id = ${id}`;
  return row ?? null;
}

/**
 * Locks the session until the transaction ends: uploads, publish, cancel and the worker take turns. Not against
 * rows that refer to it, which a worker writes all through a chunk: a cancel would wait for the chunk.
 */
export async function lockImportSession(
  tx: Tx,
  householdId: string,
  id: string,
): Promise<ImportSession | null> {
  const [row] = await tx<ImportSession[]>`
    select ${columns(tx)}
    from import_sessions s
    where s.household_id = ${householdId}
      and s.id = ${id}
    for no key update`;
  return row ?? null;
}

/** As lockImportSession, by the client's own id. */
export async function lockImportSessionByClientId(
  tx: Tx,
  householdId: string,
  clientSessionId: string,
): Promise<ImportSession | null> {
  const [row] = await tx<ImportSession[]>`
    select ${columns(tx)}
    from import_sessions s
    where s.household_id = ${householdId}
      and s.client_session_id = ${clientSessionId}
    for no key update`;
  return row ?? null;
}

/** A page of a household's sessions, oldest first. */
export async function listImportSessions(
  sql: AnySql,
  householdId: string,
  { status }: { status: SessionStatus | undefined },
  page: PageRequest,
): Promise<Page<ImportSession>> {
  const matching = sql`
    from import_sessions s
    where s.household_id = ${householdId}
    ${status === undefined ? sql`` : sql`and s.status = ${status}`}`;
  return readPage(
    sql,
    page,
    matching,
    oldestFirst('s'),
    ({ keys, window }) => sql<ImportSession[]>`
    select ${columns(sql)}, ${keys} ${matching}
    ${window}`,
  );
}

/** Stores a pending session. Null when the household has one with this client id already. */
export async function insertImportSession(
  sql: AnySql,
  householdId: string,
  session: Pick<ImportSession, 'type' | 'clientSessionId' | 'expectedChunks'>,
): Promise<ImportSession | null> {
  const [row] = await sql<ImportSession[]>`
    insert into import_sessions as s (household_id, type, client_session_id, expected_chunks)
    values (${householdId}, ${session.type}, ${session.clientSessionId}, ${session.expectedChunks})
    on conflict (household_id, client_session_id) where client_session_id is not null do nothing
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Notes how many chunks will come, for a session that did not say. */
export async function updateExpectedChunks(
  sql: AnySql,
  householdId: string,
  id: string,
  expectedChunks: number,
): Promise<void> {
  await sql`
    update import_sessions
    set expected_chunks = ${expectedChunks}, updated_at = now()
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Notes that something about the session changed. */
export async function touchImportSession(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await sql`
    update import_sessions
    set updated_at = now()
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Says on a session that is not being imported why it could not be. */
export async function updateUnpublishedError(
  sql: AnySql,
  householdId: string,
  id: string,
  error: SessionError,
): Promise<void> {
  await sql`
    update import_sessions
    set error = ${jsonParameter(sql, error)}, updated_at = now()
    where household_id = ${householdId}
      and id = ${id}
      and status = any(${OPEN_STATUSES})`;
}

/** Cancels: a running worker can write nothing more. */
export async function updateToCancelled(
  tx: Tx,
  householdId: string,
  id: string,
  error: SessionError,
): Promise<void> {
  await tx`
    update import_sessions
    set status = 'cancelled',
        error = ${jsonParameter(tx, error)},
        finished_at = now(),
        updated_at = now()
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Removes a session with its chunks and id map. What it imported stays. */
export async function deleteImportSession(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await deleteKept(sql, householdId, id);
  await sql`
    delete from import_sessions
    where household_id = ${householdId}
      and id = ${id}`;
}
