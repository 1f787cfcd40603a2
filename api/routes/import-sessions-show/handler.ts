import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { answerSession } from './answer-session.ts';

/** GET /api/v1/import_sessions/{id} */
export function showImportSession(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  return answerSession(sql, caller.householdId, params['id'] ?? '', 200);
}
