import { SESSION_STATUSES } from '../../../shared/imports/session/states.ts';
import * as chunks from '../../../shared/imports/import-chunks.ts';
import * as sessions from '../../../shared/imports/import-sessions.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
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
  handler({ sql }, request) {
    const {
      caller: { householdId },
      query,
    } = request;
    const filter = { status: query.status };
    const list = async (page: PageRequest) => {
      const found = await sessions.listImportSessions(sql, householdId, filter, page);
      const ids = found.rows.map(({ id }) => id);
      const ofAll = await chunks.listImportChunks(sql, householdId, ids);
      const rows = found.rows.map((session) => ({
        session,
        chunks: ofAll.filter(({ sessionId }) => sessionId === session.id),
      }));
      return { ...found, rows };
    };
    return answerPage(request, list, (row) => presentImportSession(row.session, row.chunks));
  },
});
