import type { OperationSchema } from '../../http/route.ts';

export const deleteImportSessionSchema: OperationSchema = {
  operationId: 'deleteImportSession',
  summary: 'Delete an import session',
  description: 'Removes a session of which nothing is imported, with its chunks.',
  tag: 'Import sessions',
  responses: { 204: { description: 'It is gone.' } },
  errors: ['record_not_found', 'import_session_conflict'],
};
