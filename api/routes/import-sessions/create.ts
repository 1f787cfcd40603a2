import type { Tx } from '../../../shared/postgres/connect.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import {
  insertImportSession,
  lockImportSessionByClientId,
  updateExpectedChunks,
} from '../../../shared/imports/import-sessions.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerSession } from './answer-session.ts';
import type { NewSession } from './read-body.ts';
import { readNewSession } from './read-body.ts';

/** POST /api/v1/import_sessions */
export const createImportSession = defineRoute({
  method: 'post',
  path: '/api/v1/import_sessions',
  scope: 'read_write',
  schema: {
    operationId: 'createImportSession',
    summary: 'Create an import session',
    description:
      'Begins the upload of a financial history in chunks. The same client_session_id gives the same session.',
    tag: 'Import sessions',
    body: { required: false, json: ref('NewImportSession'), validate: false },
    example: { body: { type: 'NativeImport', expected_chunks: 1 } },
    responses: { 201: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
    errors: ['import_session_conflict'],
  },
  async handler({ sql }, { caller, readJson }) {
    const session = readNewSession(await readJson());
    const id = await sql.begin((tx) => insertOrFind(tx, caller.householdId, session));
    return answerSession(sql, caller.householdId, id, 201);
  },
});

/** A client id that is known is a replay: the same session, whatever its status. */
async function insertOrFind(tx: Tx, householdId: string, session: NewSession): Promise<string> {
  const inserted = await insertImportSession(tx, householdId, session);
  if (inserted !== null) return inserted.id;
  const existing = await lockImportSessionByClientId(
    tx,
    householdId,
    session.clientSessionId ?? '',
  );
  // Deleted a moment ago: now it can be made.
  if (existing === null) return insertOrFind(tx, householdId, session);
  const { expectedChunks } = session;
  if (expectedChunks === null || existing.expectedChunks === expectedChunks) return existing.id;
  if (existing.expectedChunks !== null) {
    throw new AppError('import_session_conflict', {
      publicMessage: `The session expects ${existing.expectedChunks} chunks, not ${expectedChunks}.`,
    });
  }
  await updateExpectedChunks(tx, householdId, existing.id, expectedChunks);
  return existing.id;
}
