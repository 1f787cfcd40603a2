import { SESSION_STATUSES } from '../../../shared/sessions/states.ts';
import type { ImportChunk } from '../../../shared/store/imports/import-chunks.ts';
import { listImportChunks } from '../../../shared/store/imports/import-chunks.ts';
import {
  countImportSessions,
  listImportSessions as listSessions,
} from '../../../shared/store/imports/import-sessions.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { oneOf } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentImportSession } from '../../present/import-sessions.ts';

const importSessionsQuery = {
  status: oneOf(SESSION_STATUSES, 'Only sessions in this status.'),
  ...pageParameters,
};
/** GET /api/v1/import_sessions */
export const listImportSessions = defineRoute({
  method: 'get',
  path: '/api/v1/import_sessions',
  scope: 'read',
  schema: {
    operationId: 'listImportSessions',
    summary: 'List import sessions',
    description: 'The household’s sessions with their chunks, oldest first.',
    tag: 'Import sessions',
    query: importSessionsQuery,
    responses: {
      200: { description: 'A page of sessions.', schema: pageOf(ref('ImportSession')) },
    },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId } = caller;
    const status = query.status ?? null;
    const count = await countImportSessions(sql, householdId, status);
    const window = pageWindow(pageRequest(query), count);
    const sessions = await listSessions(sql, householdId, status, window);
    const ids = sessions.map((session) => session.id);
    const chunks = await listImportChunks(sql, householdId, ids);
    const chunksOf = (id: string): ImportChunk[] =>
      chunks.filter((chunk) => chunk.sessionId === id);
    return {
      status: 200,
      body: {
        data: sessions.map((session) => presentImportSession(session, chunksOf(session.id))),
        meta: presentPageMeta(window),
      },
    };
  },
});
