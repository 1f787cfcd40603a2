import { dataOf, ref } from '../../contract/json-schema.ts';
import { textParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const createImportChunkSchema: OperationSchema = {
  operationId: 'createImportChunk',
  summary: 'Upload a chunk',
  description:
    'Stores one piece of the export. The same content under the same sequence changes nothing; other ' +
    'content replaces a chunk that is not complete while the session is open.',
  tag: 'Import sessions',
  query: {
    sequence: {
      ...textParameter('In place of the field of the body.', { maxLength: 20 }),
      lenient: true,
    },
    client_chunk_id: textParameter('In place of the field of the body.', { maxLength: 255 }),
  },
  body: {
    required: true,
    json: ref('NewImportChunk'),
    multipart: ref('NewImportChunkUpload'),
    validate: false,
  },
  responses: { 201: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: [
    'record_not_found',
    'missing_content',
    'file_too_large',
    'content_too_large',
    'content_too_complex',
    'invalid_file_type',
    'invalid_ndjson',
    'bad_request',
    'import_session_conflict',
    'preflight_timeout',
  ],
};
