import type { SessionError } from '../../shared/imports/session/session-error.ts';
import { sessionMayMove } from '../../shared/imports/session/states.ts';
import { undoEnd } from '../../packages/preflight/states.ts';
import { mergeSummaries } from '../../shared/imports/session/summary.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A session on the wire, its chunks by sequence. */
export function presentImportSession(
  session: ImportSession,
  chunks: readonly ImportChunk[],
): Schemas['ImportSession'] {
  return {
    id: session.id,
    type: session.type,
    status: session.status,
    client_session_id: session.clientSessionId,
    expected_chunks: session.expectedChunks,
    chunks_count: chunks.length,
    progress: {
      rows_done: session.rowsDone,
      rows_total: chunks.reduce((sum, chunk) => sum + chunk.rowsCount, 0),
    },
    // Merging one summary puts its entities in the order of the import.
    summary: mergeSummaries([session.summary]),
    undo: session.undoSummary,
    undo_until: presentOptional(sessionUndoUntil(session, chunks)),
    undone_at: presentOptional(session.undoneAt),
    error: presentError(session.error),
    chunks: chunks.map(presentImportChunk),
    created_at: presentTimestamp(session.createdAt),
    updated_at: presentTimestamp(session.updatedAt),
  };
}

/** The last instant at which a session can be undone; null when it has brought nothing, or nothing that is known. */
export function sessionUndoUntil(
  { status, journaled, finishedAt }: ImportSession,
  chunks: readonly ImportChunk[],
): Date | null {
  const isUndoable =
    journaled &&
    sessionMayMove(status, 'undo') &&
    chunks.some((each) => each.status === 'complete');
  return isUndoable && finishedAt !== null ? undoEnd(finishedAt) : null;
}

function presentOptional(date: Date | null): string | null {
  return date === null ? null : presentTimestamp(date);
}

function presentImportChunk(chunk: ImportChunk) {
  return {
    id: chunk.id,
    sequence: chunk.sequence,
    client_chunk_id: chunk.clientChunkId,
    status: chunk.status,
    rows_count: chunk.rowsCount,
    summary: mergeSummaries([chunk.summary]),
    error: presentError(chunk.error),
    created_at: presentTimestamp(chunk.createdAt),
    updated_at: presentTimestamp(chunk.updatedAt),
  };
}

function presentError(error: SessionError | null): SessionError | null {
  return error === null || Object.keys(error).length === 0 ? null : error;
}
