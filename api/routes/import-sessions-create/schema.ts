import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createImportSessionSchema: OperationSchema = {
  operationId: 'createImportSession',
  summary: 'Create an import session',
  description:
    'Begins the upload of a financial history in chunks. The same client_session_id gives the same session.',
  tag: 'Import sessions',
  body: { required: false, json: ref('NewImportSession'), validate: false },
  responses: { 201: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['import_session_conflict'],
};
