import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { sessionError } from '../../../shared/imports/session/session-error.ts';
import { sessionMayMove } from '../../../shared/imports/session/states.ts';
import { updateChunksToPending } from '../../../shared/imports/import-chunks.ts';
import { lockImportSession, updateToCancelled } from '../../../shared/imports/import-sessions.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerSession } from './answer-session.ts';

/** POST /api/v1/import_sessions/{id}/cancel */
export const cancelImportSession = defineRoute({
  method: 'post',
  path: '/api/v1/import_sessions/{id}/cancel',
  scope: 'read_write',
  schema: {
    operationId: 'cancelImportSession',
    summary: 'Cancel an import session',
    description:
      'Stops a running import, the chunk in work included; chunks that are complete stay imported. ' +
      'Publishing it again resumes it.',
    tag: 'Import sessions',
    example: { params: { id: exampleId('pending_import_session') } },
    responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
    errors: ['record_not_found', 'import_session_conflict'],
  },
  async handler({ sql }, { caller: { householdId }, id }) {
    await sql.begin(async (tx) => {
      const session = await lockImportSession(tx, householdId, id);
      if (session === null) throw recordNotFound();
      if (session.status === 'cancelled') return;
      if (!sessionMayMove(session.status, 'cancel')) {
        throw new AppError('import_session_conflict', {
          publicMessage: `A session that is ${session.status} cannot be cancelled.`,
        });
      }
      await updateToCancelled(tx, householdId, id, sessionError('import_cancelled'));
      await updateChunksToPending(tx, householdId, id);
    });
    return answerSession(sql, householdId, id, 200);
  },
});
