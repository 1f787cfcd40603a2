import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showImportSessionSchema: OperationSchema = {
  operationId: 'showImportSession',
  summary: 'Show an import session',
  description: 'Its status, every chunk by sequence, counts per entity and safe error details.',
  tag: 'Import sessions',
  lenient: true,
  responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['record_not_found'],
};
