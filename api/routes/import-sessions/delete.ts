import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { OPEN_STATUSES } from '../../../shared/imports/session/states.ts';
import { listImportChunks } from '../../../shared/imports/import-chunks.ts';
import { deleteImportSession, lockImportSession } from '../../../shared/imports/import-sessions.ts';
import { exampleId } from '../../contract/example-records.ts';
import { defineRoute } from '../../http/route.ts';

/** DELETE /api/v1/import_sessions/{id} */
export const removeImportSession = defineRoute({
  method: 'delete',
  path: '/api/v1/import_sessions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteImportSession',
    summary: 'Delete an import session',
    description:
      'Deletes a session with its chunks, if nothing of it is imported or it was undone.',
    tag: 'Import sessions',
    example: { params: { id: exampleId('pending_import_session') } },
    responses: { 204: { description: 'It is gone.' } },
    errors: ['record_not_found', 'import_session_conflict'],
  },
  async handler({ sql }, { caller: { householdId }, id }) {
    await sql.begin(async (tx) => {
      const session = await lockImportSession(tx, householdId, id);
      if (session === null) throw recordNotFound();
      const chunks = await listImportChunks(tx, householdId, [id]);
      const imported = chunks.some((chunk) => chunk.status === 'complete');
      const isOpen = OPEN_STATUSES.includes(session.status) && !imported;
      if (!isOpen && session.status !== 'undone') {
        throw new AppError('import_session_conflict', {
          publicMessage:
            'Only a session of which nothing is imported can be deleted, or one that is undone.',
        });
      }
      await deleteImportSession(tx, householdId, id);
    });
    return { status: 204 };
  },
});
