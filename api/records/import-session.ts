import { undoEnd } from '#preflight/states';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import type { SessionError } from '../../shared/imports/session/session-error.ts';
import {
  CHUNK_STATUSES,
  SESSION_STATUSES,
  sessionMayMove,
} from '../../shared/imports/session/states.ts';
import { mergeSummaries } from '../../shared/imports/session/summary.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { CODE, ID, MESSAGE, part, record, TIMES } from './record.ts';
import { UNDO_SUMMARY, UNDONE_AT } from './undo-summary.ts';

const ERROR: JsonSchema = {
  type: ['object', 'null'],
  description:
    'Null when nothing is wrong; else a code, a sentence and, for some codes, more fields.',
  required: ['code'],
  properties: { code: CODE, message: MESSAGE },
  additionalProperties: true,
};

const SUMMARY = s.component(
  'ImportSummary',
  'What was done with the records, by plural entity name.',
  {
    type: 'object',
    additionalProperties: s.object({
      created: s.field(s.COUNT, 'Records that are new.'),
      updated: s.field(s.COUNT, 'Stored records that were changed.'),
      skipped: s.field(s.COUNT, 'Records that are already stored as sent.'),
      failed: s.field(s.COUNT, 'Records that could not be stored.'),
    }),
  },
);

const SEQUENCE = 'The place of the chunk among all, from 1.';
const CLIENT_CHUNK_ID = s.nullable(s.TEXT, 'Your own name for it; null without one.');

const presentImportChunk = record<ImportChunk, 'ImportChunk'>(
  'ImportChunk',
  'A part of an import session.',
  {
    id: ID,
    sequence: { type: 'integer', minimum: 1, description: SEQUENCE },
    client_chunk_id: CLIENT_CHUNK_ID,
    status: s.choice(CHUNK_STATUSES, 'Its state.'),
    rows_count: s.field(s.COUNT, 'Lines that are not blank.'),
    // Merging a single summary puts its entities in the order of the import.
    summary: { ...SUMMARY, read: ({ summary }) => mergeSummaries([summary]) },
    error: { ...ERROR, read: presentError },
    ...TIMES,
  },
);

/** A session and its chunks by sequence. */
export type SessionWithChunks = ImportSession & { readonly chunks: readonly ImportChunk[] };

const progress = part<SessionWithChunks, Schemas['ImportSession']['progress']>({
  rows_done: s.field(s.COUNT, 'Rows that are done.'),
  rows_total: {
    ...s.field(s.COUNT, 'Rows in all.'),
    read: ({ chunks }) => chunks.reduce((sum, chunk) => sum + chunk.rowsCount, 0),
  },
});

export const presentImportSession = record<SessionWithChunks, 'ImportSession'>(
  'ImportSession',
  'A whole history that is uploaded in chunks and imported once.',
  {
    id: ID,
    type: s.choice(['NativeImport'], 'What the chunks hold.'),
    status: s.choice(SESSION_STATUSES, 'Its state.'),
    client_session_id: s.nullable(
      s.TEXT,
      'Your own name for it: creating it again returns the same session. Null without one.',
    ),
    expected_chunks: s.nullable(
      { type: 'integer', minimum: 1 },
      'How many chunks it needs before it can be published; null: any number.',
    ),
    chunks_count: {
      ...s.field(s.COUNT, 'Chunks uploaded so far.'),
      read: ({ chunks }) => chunks.length,
    },
    progress: {
      ...s.field(progress.schema, 'Rows read by the running or last import, of all rows uploaded.'),
      read: progress.present,
    },
    summary: { ...SUMMARY, read: ({ summary }) => mergeSummaries([summary]) },
    undo: {
      ...s.nullable(s.object(UNDO_SUMMARY), 'What undoing did; null unless it is undone.'),
      read: ({ undoSummary }) => undoSummary,
    },
    undo_until: {
      ...s.nullable(
        s.TIMESTAMP,
        'Until when it can be undone; null when there is nothing to undo.',
      ),
      read: (session) => sessionUndoUntil(session, session.chunks),
    },
    undone_at: UNDONE_AT,
    error: { ...ERROR, read: presentError },
    chunks: {
      ...s.list(s.ref('ImportChunk'), 'Its chunks, by sequence.'),
      read: ({ chunks }) => chunks.map(presentImportChunk),
    },
    ...TIMES,
  },
);

s.define('NewImportSession', 'A new import session.', [], {
  type: s.nullable(s.TEXT, 'NativeImport, the default; null is the same.'),
  client_session_id: {
    ...s.nullable(
      s.TEXT,
      'Your own name for the session: creating it again returns the same session. Null: none.',
    ),
    maxLength: 255,
  },
  expected_chunks: {
    type: ['integer', 'string', 'null'],
    description:
      'The total number of chunks; publish then requires exactly the sequences 1 to n. Null: any number.',
  },
});

s.define('NewImportChunk', 'A chunk as JSON.', ['sequence', 'raw_file_content'], {
  sequence: {
    type: ['integer', 'string'],
    description:
      'Place of the chunk, from 1. A chunk may name only records of itself or of earlier ones.',
  },
  raw_file_content: s.text('NDJSON, one `{type, data}` a line.'),
  client_chunk_id: { ...CLIENT_CHUNK_ID, maxLength: 255 },
});

s.define('NewImportChunkUpload', 'A chunk as a file.', ['sequence', 'file'], {
  sequence: { type: 'string', pattern: '^[0-9]+$', description: SEQUENCE },
  file: { type: 'string', format: 'binary', description: 'An .ndjson or .json file.' },
  client_chunk_id: { ...CLIENT_CHUNK_ID, type: 'string', maxLength: 255 },
});

/** The last instant at which a session can be undone; null when there is nothing to undo. */
export function sessionUndoUntil(
  { status, finishedAt }: ImportSession,
  chunks: readonly ImportChunk[],
): Date | null {
  const isUndoable =
    sessionMayMove(status, 'undo') && chunks.some((each) => each.status === 'complete');
  return isUndoable && finishedAt !== null ? undoEnd(finishedAt) : null;
}

function presentError({ error }: ImportChunk | ImportSession): SessionError | null {
  return error === null || Object.keys(error).length === 0 ? null : error;
}
