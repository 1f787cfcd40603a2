import type { AnySql, Tx } from '../postgres/connect.ts';
import { deleteRow, findRow, recordsOf, updateRow } from '../postgres/household-rows.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { SessionError } from './session/session-error.ts';
import type { SessionStatus } from './session/states.ts';
import type { Summary } from './session/summary.ts';
import { oldestFirst } from '../postgres/page.ts';
import { deleteKept } from './kept-record.ts';
import type { UndoSummary } from './kept-record.ts';
import { rowOrNull } from '../postgres/rows.ts';

export interface ImportSession {
  id: string;
  householdId: string;
  type: 'NativeImport';
  clientSessionId: string | null;
  expectedChunks: number | null;
  status: SessionStatus;
  summary: Summary;
  error: SessionError | null;
  /** Id of the current or last run, also its job's id; null before the first publish. */
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

const columns = (sql: AnySql) => sql`
  id, household_id, type, client_session_id, expected_chunks, status, summary, error, run_id, rows_done, published_at,
  finished_at, undo_summary, undone_at, created_at, updated_at`;

const sessions = recordsOf<ImportSession, 'status'>('import_sessions', columns, {
  order: oldestFirst('import_sessions'),
});

export const findImportSession = sessions.find;

/**
 * Locks the session until the transaction ends: uploads, publish, cancel and the worker take turns. The lock does not block inserts
 * of rows that refer to the session; otherwise a cancel would wait until the worker has written its chunk.
 */
export function lockImportSession(
  tx: Tx,
  householdId: string,
  id: string,
): Promise<ImportSession | null> {
  const lock = tx`for no key update`;
  return findRow(tx, 'import_sessions', columns(tx), householdId, id, { lock });
}

export function lockImportSessionByClientId(tx: Tx, householdId: string, clientSessionId: string) {
  return rowOrNull(tx<ImportSession[]>`
    select ${columns(tx)}
    from import_sessions
    where household_id = ${householdId}
      and client_session_id = ${clientSessionId}
    for no key update`);
}

export const listImportSessions = sessions.list;

/** Stores a pending session. Null if the household already has one with this client id. */
export function insertImportSession(
  sql: AnySql,
  householdId: string,
  session: Pick<ImportSession, 'type' | 'clientSessionId' | 'expectedChunks'>,
) {
  return rowOrNull(sql<ImportSession[]>`
    insert into import_sessions (household_id, type, client_session_id, expected_chunks)
    values (${householdId}, ${session.type}, ${session.clientSessionId}, ${session.expectedChunks})
    on conflict (household_id, client_session_id) where client_session_id is not null do nothing
    returning ${columns(sql)}`);
}

/** Updates the session's timestamp, and the number of expected chunks if given. */
export async function touchImportSession(
  sql: AnySql,
  householdId: string,
  id: string,
  change: { expectedChunks?: number } = {},
): Promise<void> {
  await updateRow(sql, 'import_sessions', householdId, id, { ...change, updatedAt: sql`now()` });
}

export async function updateSessionError(
  sql: AnySql,
  householdId: string,
  id: string,
  error: SessionError,
  statuses: readonly string[],
): Promise<void> {
  const change = { error: jsonParameter(sql, error), updatedAt: sql`now()` };
  const isOneOf = sql`and status = any(${statuses})`;
  await updateRow(sql, 'import_sessions', householdId, id, change, isOneOf);
}

/** Cancels the session: a running worker can write nothing more. */
export async function updateToCancelled(
  tx: Tx,
  householdId: string,
  id: string,
  error: SessionError,
): Promise<void> {
  await updateRow(tx, 'import_sessions', householdId, id, {
    status: 'cancelled',
    error: jsonParameter(tx, error),
    finishedAt: tx`now()`,
    updatedAt: tx`now()`,
  });
}

/** Deletes a session with its chunks and id map. What it imported stays. */
export async function deleteImportSession(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await deleteKept(sql, householdId, id);
  await deleteRow(sql, 'import_sessions', householdId, id);
}
