import type { ImportChunk } from '../../../shared/store/import-chunks.ts';
import { listImportChunks } from '../../../shared/store/import-chunks.ts';
import {
  countImportSessions,
  listImportSessions as listSessions,
} from '../../../shared/store/import-sessions.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentImportSession } from '../import-sessions-show/present.ts';
import type { importSessionsQuery } from './schema.ts';

/** GET /api/v1/import_sessions */
export async function listImportSessions(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof importSessionsQuery>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const status = query.status ?? null;
  const count = await countImportSessions(sql, householdId, status);
  const window = pageWindow(pageRequest(query), count);
  const sessions = await listSessions(sql, householdId, status, window);
  const ids = sessions.map((session) => session.id);
  const chunks = await listImportChunks(sql, householdId, ids);
  const chunksOf = (id: string): ImportChunk[] => chunks.filter((chunk) => chunk.sessionId === id);
  return {
    status: 200,
    body: {
      data: sessions.map((session) => presentImportSession(session, chunksOf(session.id))),
      meta: presentPageMeta(window),
    },
  };
}
