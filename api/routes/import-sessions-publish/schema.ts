import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const publishImportSessionSchema: OperationSchema = {
  operationId: 'publishImportSession',
  summary: 'Publish an import session',
  description:
    'Queues the import of its chunks. Publishing a session that is importing or complete changes ' +
    'nothing; publishing a failed or cancelled one resumes it.',
  tag: 'Import sessions',
  responses: { 202: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: [
    'record_not_found',
    'import_session_conflict',
    'max_row_count_exceeded',
    'import_enqueue_failed',
  ],
};
