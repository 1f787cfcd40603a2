import { IMPORT_STATUSES } from '../../../packages/preflight/states.ts';
import * as imports from '../../../shared/imports/imports.ts';
import { CSV_IMPORT_TYPES } from '../../contract/import.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { oneOf, uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentImport } from '../../present/imports.ts';

const importsQuery = {
  status: oneOf(IMPORT_STATUSES, 'Only imports in this status.'),
  type: oneOf(CSV_IMPORT_TYPES, 'Only imports of this type.'),
  account_id: uuidParameter('Only imports that name this account.'),
  ...pageParameters,
};

/** GET /api/v1/imports */
export const listImports = defineRoute({
  method: 'get',
  path: '/api/v1/imports',
  scope: 'read',
  schema: {
    operationId: 'listImports',
    summary: 'List imports',
    description: 'The household’s imports of CSV files, newest first.',
    tag: 'Imports',
    query: importsQuery,
    responses: { 200: { description: 'A page of imports.', schema: pageOf(ref('Import')) } },
  },
  handler({ sql }, request) {
    const {
      caller: { householdId },
      query,
    } = request;
    const filter = { status: query.status, type: query.type, accountId: query.account_id };
    return answerPage(
      request,
      (page) => imports.listImports(sql, householdId, filter, page),
      presentImport,
    );
  },
});
