import { listImportChunks } from '../../shared/imports/import-chunks.ts';
import {
  deleteImportSession,
  insertImportSession,
  listImportSessions,
  lockImportSession,
  lockImportSessionByClientId,
  touchImportSession,
} from '../../shared/imports/import-sessions.ts';
import { OPEN_STATUSES, SESSION_STATUSES } from '../../shared/imports/session/states.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import { withRows } from '../../shared/postgres/page.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { orNotFound } from '../http/answer-record.ts';
import { optionalText, readClientId } from '../http/client-id.ts';
import { oneOf } from '../http/query-parameters.ts';
import { readPositiveInteger } from '../http/read-positive-integer.ts';
import { resource } from '../http/resource.ts';
import { presentImportSession } from '../records/import-session.ts';
import { answerSession, sessionConflict, withChunks } from '../steps/answer-session.ts';

export const importSessionRoutes = resource('Import sessions');

importSessionRoutes.write('POST /api/v1/import_sessions', {
  operationId: 'createImportSession',
  summary: 'Create an import session',
  description:
    'Starts the upload of a financial history in chunks. The same client_session_id returns the same session.',
  body: { required: false, json: ref('NewImportSession'), validate: false },
  example: { body: { type: 'NativeImport', expected_chunks: 1 } },
  responses: { 201: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['import_session_conflict'],
  async write(tx, body, { householdId }) {
    const id = await insertOrFind(tx, householdId, readNewSession(body));
    return answerSession(tx, householdId, id, 201);
  },
});

/** A known client id means a repeated request: it gets the same session, whatever its status. */
async function insertOrFind(tx: Tx, householdId: string, session: NewSession): Promise<string> {
  const inserted = await insertImportSession(tx, householdId, session);
  if (inserted !== null) return inserted.id;
  const existing = await lockImportSessionByClientId(
    tx,
    householdId,
    session.clientSessionId ?? '',
  );
  // The other one was deleted a moment ago, so now this one can be stored.
  if (existing === null) return insertOrFind(tx, householdId, session);
  const { expectedChunks } = session;
  if (expectedChunks === null || existing.expectedChunks === expectedChunks) return existing.id;
  if (existing.expectedChunks !== null) {
    throw sessionConflict(
      `The session expects ${existing.expectedChunks} chunks, not ${expectedChunks}.`,
    );
  }
  await touchImportSession(tx, householdId, existing.id, { expectedChunks });
  return existing.id;
}

interface NewSession {
  type: 'NativeImport';
  clientSessionId: string | null;
  expectedChunks: number | null;
}

/** Reads the body of a new session. Throws validation_failed. */
function readNewSession(body: Record<string, unknown>): NewSession {
  const type = optionalText('type', body['type']) ?? 'NativeImport';
  if (type !== 'NativeImport') throw validationFailed('type must be NativeImport.');
  const clientSessionId = readClientId('client_session_id', body['client_session_id']);
  return { type, clientSessionId, expectedChunks: readExpectedChunks(body['expected_chunks']) };
}

function readExpectedChunks(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = readPositiveInteger(value);
  if (number === null) {
    throw validationFailed('expected_chunks must be an integer from 1 to 2147483647.');
  }
  return number;
}

importSessionRoutes.list('GET /api/v1/import_sessions', {
  operationId: 'listImportSessions',
  summary: 'List import sessions',
  description: 'The household’s sessions with their chunks, oldest first.',
  query: {
    status: oneOf(SESSION_STATUSES, 'Only sessions in this status.'),
  },
  answers: 'A page of sessions.',
  record: presentImportSession,
  rows(sql, { householdId, query }, page) {
    const found = listImportSessions(sql, householdId, page, { status: query.status });
    return withRows(found, (rows) => withChunks(sql, householdId, rows));
  },
});

importSessionRoutes.read('GET /api/v1/import_sessions/{id}', {
  operationId: 'showImportSession',
  summary: 'Show an import session',
  description: 'Its status, every chunk by sequence, counts per entity and safe error details.',
  lenient: true,
  responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  handler({ sql }, { householdId, id }) {
    return answerSession(sql, householdId, id, 200);
  },
});

importSessionRoutes.write('DELETE /api/v1/import_sessions/{id}', {
  operationId: 'deleteImportSession',
  summary: 'Delete an import session',
  description: 'Deletes a session with its chunks, if nothing of it is imported or it was undone.',
  example: { params: { id: exampleId('pending_import_session') } },
  responses: { 204: { description: 'It is deleted.' } },
  errors: ['import_session_conflict'],
  async write(tx, _body, { householdId, id }) {
    const session = orNotFound(await lockImportSession(tx, householdId, id));
    const chunks = await listImportChunks(tx, householdId, [id]);
    const imported = chunks.some((chunk) => chunk.status === 'complete');
    const isOpen = OPEN_STATUSES.includes(session.status) && !imported;
    if (!isOpen && session.status !== 'undone') {
      throw sessionConflict(
        'Only a session that imported nothing, or that was undone, can be deleted.',
      );
    }
    await deleteImportSession(tx, householdId, id);
    return { status: 204 };
  },
});
