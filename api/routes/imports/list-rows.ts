import { recordNotFound } from '../../../shared/platform/errors.ts';
import { ROW_VERDICTS } from '../../../packages/preflight/states.ts';
import { listImportRows } from '../../../shared/imports/import-rows.ts';
import { findImport } from '../../../shared/imports/imports.ts';
import { exampleId } from '../../contract/example-records.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { oneOf } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentImportRow } from '../../present/imports.ts';

const rowsQuery = {
  verdict: oneOf(ROW_VERDICTS, 'Only rows of this verdict.'),
  ...pageParameters,
};

/** GET /api/v1/imports/{id}/rows */
export const listRowsOfImport = defineRoute({
  method: 'get',
  path: '/api/v1/imports/{id}/rows',
  scope: 'read',
  schema: {
    operationId: 'listImportRows',
    summary: 'List the rows of an import',
    description:
      'Each row as understood, and whether the ledger has it already, in the order of the file.',
    tag: 'Imports',
    query: rowsQuery,
    example: { params: { id: exampleId('pending_import') } },
    responses: { 200: { description: 'A page of rows.', schema: pageOf(ref('ImportRow')) } },
  },
  async handler({ sql }, request) {
    const {
      caller: { householdId },
      id,
      query,
    } = request;
    const found = await findImport(sql, householdId, id);
    if (found === null) throw recordNotFound();
    const filter = { verdict: query.verdict, judged: found.judged };
    return answerPage(
      request,
      (page) => listImportRows(sql, householdId, id, filter, page),
      (row) => presentImportRow(found, row),
    );
  },
});
