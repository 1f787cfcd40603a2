import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerImport } from './answer-import.ts';

/** GET /api/v1/imports/{id} */
export const showImport = defineRoute({
  method: 'get',
  path: '/api/v1/imports/{id}',
  scope: 'read',
  schema: {
    operationId: 'showImport',
    summary: 'Show an import',
    description:
      'With what a worker has done so far: ask again while it is `publishing` or `undoing`.',
    tag: 'Imports',
    responses: { 200: { description: 'The import.', schema: dataOf(ref('Import')) } },
  },
  handler: ({ sql }, { caller: { householdId }, id }) => answerImport(sql, householdId, id, 200),
});
