import { undoEnd } from '../../packages/preflight/states.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import type { SessionError } from '../../shared/imports/session/session-error.ts';
import {
  CHUNK_STATUSES,
  SESSION_STATUSES,
  sessionMayMove,
} from '../../shared/imports/session/states.ts';
import { mergeSummaries } from '../../shared/imports/session/summary.ts';
import { COUNT, nullable, object, ref, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';
import { UNDO_SUMMARY } from './undo-summary.ts';

const ERROR: JsonSchema = {
  type: ['object', 'null'],
  description:
    'Null when nothing is wrong; else a code, a sentence and, for some codes, more fields.',
  required: ['code'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  additionalProperties: true,
};

/** Counts per kind of record; kinds of which there were none are left out. */
export const importSummary: JsonSchema = {
  type: 'object',
  description: 'What was done with the records, by plural entity name.',
  additionalProperties: object({ created: COUNT, updated: COUNT, skipped: COUNT, failed: COUNT }),
};

export const importChunk: JsonSchema = object({
  id: UUID,
  sequence: { type: 'integer', minimum: 1 },
  client_chunk_id: nullable({ type: 'string' }),
  status: { type: 'string', enum: CHUNK_STATUSES },
  rows_count: COUNT,
  summary: ref('ImportSummary'),
  error: ERROR,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const importSession: JsonSchema = object({
  id: UUID,
  type: { type: 'string', enum: ['NativeImport'] },
  status: { type: 'string', enum: SESSION_STATUSES },
  client_session_id: nullable({ type: 'string' }),
  expected_chunks: nullable({ type: 'integer', minimum: 1 }),
  chunks_count: { ...COUNT, description: 'Chunks uploaded so far.' },
  progress: object(
    { rows_done: COUNT, rows_total: COUNT },
    { description: 'Rows read by the running or last import, of all rows uploaded.' },
  ),
  summary: ref('ImportSummary'),
  undo: {
    ...object(UNDO_SUMMARY, { description: 'What undoing did; null unless it is undone.' }),
    type: ['object', 'null'],
  },
  undo_until: nullable({
    ...TIMESTAMP,
    description: 'Until when it can be undone; null when there is nothing to undo.',
  }),
  undone_at: nullable(TIMESTAMP),
  error: ERROR,
  chunks: { type: 'array', items: ref('ImportChunk') },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const newImportSession: JsonSchema = object(
  {
    type: { type: ['string', 'null'], description: 'NativeImport, the default; null is the same.' },
    client_session_id: {
      type: ['string', 'null'],
      maxLength: 255,
      description:
        'Your own name for the session: creating it again gives the same session. Null: none.',
    },
    expected_chunks: {
      type: ['integer', 'string', 'null'],
      description:
        'The total number of chunks; publish then requires exactly the sequences 1 to n. Null: any number.',
    },
  },
  { optional: ['type', 'client_session_id', 'expected_chunks'] },
);

const SEQUENCE: JsonSchema = {
  type: ['integer', 'string'],
  description:
    'Place of the chunk, from 1. A chunk may name only records of itself or of earlier ones.',
};
const CLIENT_CHUNK_ID: JsonSchema = { type: ['string', 'null'], maxLength: 255 };

export const newImportChunk: JsonSchema = object(
  {
    sequence: SEQUENCE,
    raw_file_content: { type: 'string', description: 'NDJSON, one `{type, data}` a line.' },
    client_chunk_id: CLIENT_CHUNK_ID,
  },
  { optional: ['client_chunk_id'] },
);

export const newImportChunkUpload: JsonSchema = object(
  {
    sequence: { type: 'string', pattern: '^[0-9]+$' },
    file: { type: 'string', format: 'binary', description: 'An .ndjson or .json file.' },
    client_chunk_id: { type: 'string', maxLength: 255 },
  },
  { optional: ['client_chunk_id'] },
);

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

/** The last instant at which a session can be undone; null when it has brought nothing. */
export function sessionUndoUntil(
  { status, finishedAt }: ImportSession,
  chunks: readonly ImportChunk[],
): Date | null {
  const isUndoable =
    sessionMayMove(status, 'undo') && chunks.some((each) => each.status === 'complete');
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
