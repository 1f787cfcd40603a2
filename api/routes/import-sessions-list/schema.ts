import { SESSION_STATUSES } from '../../../shared/sessions/states.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { oneOf } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const importSessionsQuery = {
  status: oneOf(SESSION_STATUSES, 'Only sessions in this status.'),
  ...pageParameters,
};

export const listImportSessionsSchema: OperationSchema = {
  operationId: 'listImportSessions',
  summary: 'List import sessions',
  description: 'The household’s sessions with their chunks, oldest first.',
  tag: 'Import sessions',
  query: importSessionsQuery,
  responses: { 200: { description: 'A page of sessions.', schema: pageOf(ref('ImportSession')) } },
};
