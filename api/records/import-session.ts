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
import {
  choice,
  component,
  COUNT,
  field,
  list,
  nullable,
  object,
  ref,
  TEXT,
  text,
  TIMESTAMP,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { CODE, CREATED_AT, ID, MESSAGE, part, record, UPDATED_AT } from './record.ts';
import { UNDO_SUMMARY, UNDONE_AT } from './undo-summary.ts';

const ERROR: JsonSchema = {
  type: ['object', 'null'],
  description:
    'Null when nothing is wrong; else a code, a sentence and, for some codes, more fields.',
  required: ['code'],
  properties: { code: CODE, message: MESSAGE },
  additionalProperties: true,
};

const SUMMARY = component(
  'ImportSummary',
  'What was done with the records, by plural entity name.',
  {
    type: 'object',
    additionalProperties: object({
      created: field(COUNT, 'Records that are new.'),
      updated: field(COUNT, 'Stored records that were changed.'),
      skipped: field(COUNT, 'Records that are stored already as they came.'),
      failed: field(COUNT, 'Records that could not be stored.'),
    }),
  },
);

const SEQUENCE = 'The place of the chunk among all, from 1.';
const CLIENT_CHUNK_ID = nullable(TEXT, 'Your own name for it; null without one.');

const presentImportChunk = record<ImportChunk, 'ImportChunk'>(
  'ImportChunk',
  'A part of an import session.',
  {
    id: ID,
    sequence: { type: 'integer', minimum: 1, description: SEQUENCE },
    client_chunk_id: CLIENT_CHUNK_ID,
    status: choice(CHUNK_STATUSES, 'Where it is.'),
    rows_count: field(COUNT, 'Lines that are not blank.'),
    // Merging one summary puts its entities in the order of the import.
    summary: { ...SUMMARY, read: ({ summary }) => mergeSummaries([summary]) },
    error: { ...ERROR, read: presentError },
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);

type SessionWithChunks = ImportSession & { readonly chunks: readonly ImportChunk[] };

const progress = part<SessionWithChunks, Schemas['ImportSession']['progress']>({
  rows_done: field(COUNT, 'Rows that are done.'),
  rows_total: {
    ...field(COUNT, 'Rows in all.'),
    read: ({ chunks }) => chunks.reduce((sum, chunk) => sum + chunk.rowsCount, 0),
  },
});

/** A session on the wire, its chunks by sequence. */
export const presentImportSession = record<SessionWithChunks, 'ImportSession'>(
  'ImportSession',
  'A whole history that is uploaded in chunks and imported once.',
  {
    id: ID,
    type: choice(['NativeImport'], 'What the chunks hold.'),
    status: choice(SESSION_STATUSES, 'Where it is.'),
    client_session_id: nullable(
      TEXT,
      'Your own name for it: created again, it gives the same session. Null without one.',
    ),
    expected_chunks: nullable(
      { type: 'integer', minimum: 1 },
      'How many chunks it has to have before it can be published; null: any number.',
    ),
    chunks_count: {
      ...field(COUNT, 'Chunks uploaded so far.'),
      read: ({ chunks }) => chunks.length,
    },
    progress: {
      ...field(progress.schema, 'Rows read by the running or last import, of all rows uploaded.'),
      read: progress.present,
    },
    summary: { ...SUMMARY, read: ({ summary }) => mergeSummaries([summary]) },
    undo: {
      ...nullable(object(UNDO_SUMMARY), 'What undoing did; null unless it is undone.'),
      read: ({ undoSummary }) => undoSummary,
    },
    undo_until: {
      ...nullable(TIMESTAMP, 'Until when it can be undone; null when there is nothing to undo.'),
      read: (session) => sessionUndoUntil(session, session.chunks),
    },
    undone_at: UNDONE_AT,
    error: { ...ERROR, read: presentError },
    chunks: {
      ...list(ref('ImportChunk'), 'Its chunks, by sequence.'),
      read: ({ chunks }) => chunks.map(presentImportChunk),
    },
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);

component(
  'NewImportSession',
  'What the session will have.',
  object(
    {
      type: nullable(TEXT, 'NativeImport, the default; null is the same.'),
      client_session_id: {
        ...nullable(
          TEXT,
          'Your own name for the session: creating it again gives the same session. Null: none.',
        ),
        maxLength: 255,
      },
      expected_chunks: {
        type: ['integer', 'string', 'null'],
        description:
          'The total number of chunks; publish then requires exactly the sequences 1 to n. Null: any number.',
      },
    },
    { required: [] },
  ),
);

component(
  'NewImportChunk',
  'A chunk as JSON.',
  object(
    {
      sequence: {
        type: ['integer', 'string'],
        description:
          'Place of the chunk, from 1. A chunk may name only records of its own or earlier ones.',
      },
      raw_file_content: text('NDJSON, one `{type, data}` a line.'),
      client_chunk_id: { ...CLIENT_CHUNK_ID, maxLength: 255 },
    },
    { required: ['sequence', 'raw_file_content'] },
  ),
);

component(
  'NewImportChunkUpload',
  'A chunk as a file.',
  object(
    {
      sequence: { type: 'string', pattern: '^[0-9]+$', description: SEQUENCE },
      file: { type: 'string', format: 'binary', description: 'An .ndjson or .json file.' },
      client_chunk_id: { ...CLIENT_CHUNK_ID, type: 'string', maxLength: 255 },
    },
    { required: ['sequence', 'file'] },
  ),
);

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

function presentError({ error }: ImportChunk | ImportSession): SessionError | null {
  return error === null || Object.keys(error).length === 0 ? null : error;
}
