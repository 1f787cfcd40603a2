import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { sessionError } from '../../../shared/sessions/session-error.ts';
import { sessionMayMove } from '../../../shared/sessions/states.ts';
import { updateChunksToPending } from '../../../shared/store/import-chunks.ts';
import { lockImportSession, updateToCancelled } from '../../../shared/store/import-sessions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { answerSession } from '../import-sessions-show/answer-session.ts';

/** POST /api/v1/import_sessions/{id}/cancel */
export async function cancelImportSession(
  { sql }: ApiContext,
  { caller: { householdId }, params }: ApiRequest,
): Promise<ApiResponse> {
  const id = params['id'] ?? '';
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
}
