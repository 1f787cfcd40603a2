import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const cancelImportSessionSchema: OperationSchema = {
  operationId: 'cancelImportSession',
  summary: 'Cancel an import session',
  description:
    'Stops a running import, the chunk in work included; chunks that are complete stay imported. ' +
    'Publishing it again resumes it.',
  tag: 'Import sessions',
  responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['record_not_found', 'import_session_conflict'],
};
