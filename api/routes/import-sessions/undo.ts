import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { UNDO_DAYS } from '../../../packages/preflight/states.ts';
import { sessionMayMove } from '../../../shared/imports/session/states.ts';
import { listImportChunks } from '../../../shared/imports/import-chunks.ts';
import { lockImportSession } from '../../../shared/imports/import-sessions.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { sessionUndoUntil } from '../../present/import-sessions.ts';
import { beginUndo, enqueueUndo } from '../imports/begin-undo.ts';
import { answerSession } from './answer-session.ts';

/** POST /api/v1/import_sessions/{id}/undo */
export const undoImportSession = defineRoute({
  method: 'post',
  path: '/api/v1/import_sessions/{id}/undo',
  scope: 'read_write',
  schema: {
    operationId: 'undoImportSession',
    summary: 'Undo an import session',
    description:
      'Queues the removal of what the session created and puts back what it changed; also of a failed or cancelled ' +
      'one, of which some chunks are imported. Records that a person edited since, that a bank sync took over or that ' +
      `another import claims stay, and undo.kept names them. Possible for ${UNDO_DAYS} days.`,
    tag: 'Import sessions',
    example: { params: { id: exampleId('complete_import_session') } },
    responses: { 202: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
    errors: ['record_not_found', 'import_session_conflict', 'import_enqueue_failed'],
  },
  async handler(context, { caller: { householdId }, id }) {
    const begun = await context.sql.begin(async (tx) => {
      const session = await lockImportSession(tx, householdId, id);
      if (session === null) throw recordNotFound();
      const until = sessionUndoUntil(session, await listImportChunks(tx, householdId, [id]));
      if (until === null) {
        const { status } = session;
        throw new AppError('import_session_conflict', {
          publicMessage: sessionMayMove(status, 'undo')
            ? 'Nothing of the session can be undone: it imported nothing, or before undo was possible.'
            : `A session that is ${status} cannot be undone.`,
        });
      }
      const undoable = { holder: 'import_sessions', householdId, id, until } as const;
      const run = await beginUndo(context, tx, undoable, 'import_session_conflict');
      return { run, answer: await answerSession(tx, householdId, id, 202) };
    });
    await enqueueUndo(context, 'import_sessions', begun.run);
    return begun.answer;
  },
});
