import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { listImportChunks } from '../../../shared/store/import-chunks.ts';
import { deleteImportSession, lockImportSession } from '../../../shared/store/import-sessions.ts';
import { OPEN_STATUSES } from '../../../shared/sessions/states.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/import_sessions/{id} */
export async function removeImportSession(
  { sql }: ApiContext,
  { caller: { householdId }, params }: ApiRequest,
): Promise<ApiResponse> {
  const id = params['id'] ?? '';
  await sql.begin(async (tx) => {
    const session = await lockImportSession(tx, householdId, id);
    if (session === null) throw recordNotFound();
    const chunks = await listImportChunks(tx, householdId, [id]);
    const imported = chunks.some((chunk) => chunk.status === 'complete');
    if (imported || !OPEN_STATUSES.includes(session.status)) {
      throw new AppError('import_session_conflict', {
        publicMessage: 'Only a session of which nothing is imported can be deleted.',
      });
    }
    await deleteImportSession(tx, householdId, id);
  });
  return { status: 204 };
}
