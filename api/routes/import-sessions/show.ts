import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerSession } from './answer-session.ts';

/** GET /api/v1/import_sessions/{id} */
export const showImportSession = defineRoute({
  method: 'get',
  path: '/api/v1/import_sessions/{id}',
  scope: 'read',
  schema: {
    operationId: 'showImportSession',
    summary: 'Show an import session',
    description: 'Its status, every chunk by sequence, counts per entity and safe error details.',
    tag: 'Import sessions',
    lenient: true,
    responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
    errors: ['record_not_found'],
  },
  handler({ sql }, { caller, id }) {
    return answerSession(sql, caller.householdId, id, 200);
  },
});
