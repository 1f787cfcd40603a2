import { acceptedDates } from '#preflight/fields/dates';
import { changeRow } from '#preflight/rows/change-row';
import { ROW_VERDICTS } from '#preflight/states';
import { householdNow } from '../../shared/households/households.ts';
import { judgeChange } from '../../shared/imports/csv/run-import.ts';
import {
  findImportRow,
  listImportRows,
  updateImportRow,
} from '../../shared/imports/import-rows.ts';
import { findImport } from '../../shared/imports/imports.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { oneOf } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentImportRow } from '../records/import-row.ts';
import { requireMove } from '../steps/answer-import.ts';

export const importRowRoutes = resource('Imports');

importRowRoutes.list('GET /api/v1/imports/{id}/rows', {
  operationId: 'listImportRows',
  summary: 'List the rows of an import',
  description:
    'Each row as understood, and whether the ledger has it already, in the order of the file.',
  query: {
    verdict: oneOf(ROW_VERDICTS, 'Only rows of this verdict.'),
  },
  example: { params: { id: exampleId('pending_import') } },
  answers: 'A page of rows.',
  record: presentImportRow,
  async rows(sql, { householdId, id, query }, page) {
    const found = orNotFound(await findImport(sql, householdId, id));
    const filter = { verdict: query.verdict, judged: found.judged };
    const listed = await listImportRows(sql, householdId, id, filter, page);
    return { ...listed, rows: listed.rows.map((row) => ({ ...row, of: found })) };
  },
});

/** The largest line number that the column holds. */
const LINE_MAX = 2_147_483_647;

importRowRoutes.write('PATCH /api/v1/imports/{id}/rows/{line}', {
  operationId: 'updateImportRow',
  summary: 'Correct a row of an import',
  description:
    'Corrects values or the verdict of a row before it is published. Rows of its amounts, old and new, are judged ' +
    'again afterwards: a corrected one may be a duplicate.',
  params: {
    line: {
      type: 'integer',
      minimum: 1,
      maximum: LINE_MAX,
      description: 'The `line` of the row: the physical line of the file on which it starts.',
    },
  },
  body: { required: true, json: ref('ImportRowChange') },
  example: {
    params: { id: exampleId('pending_import'), line: '2' },
    body: { values: { name: 'Coffee' } },
  },
  responses: { 200: { description: 'The row as it is now.', schema: dataOf(ref('ImportRow')) } },
  errors: ['conflict'],
  async prepare({ sql }, { householdId, id, params, readJson }) {
    const line = readLine(params['line']);
    orNotFound(await findImportRow(sql, householdId, id, line));
    return { line, wish: await readJson() };
  },
  async write(tx, { line, wish }, { householdId, id, now }) {
    const found = await requireMove(tx, householdId, id, 'edit');
    const { type } = found;
    const row = orNotFound(await findImportRow(tx, householdId, id, line));
    const accepted = acceptedDates(await householdNow(tx, householdId, now));
    const change = changeRow({ ...row, type }, wish, accepted);
    if (Array.isArray(change)) throw validationFailed(change[0] ?? '', change);
    await updateImportRow(tx, householdId, id, line, change);
    const after = await findImportRow(tx, householdId, id, line);
    const amounts = [row.amount, after?.amount ?? null].filter((amount) => amount !== null);
    await judgeChange(tx, { householdId, importId: id }, type, amounts);
    const judged = await findImportRow(tx, householdId, id, line);
    return answerRecord(judged, (now) => presentImportRow({ ...now, of: found }));
  },
});

/** Throws record_not_found for a line that no row can have. */
function readLine(text = ''): number {
  const line = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  if (line < 1 || line > LINE_MAX) throw recordNotFound();
  return line;
}
