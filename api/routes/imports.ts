import { readInferred } from '#preflight/csv/read-settings';
import { acceptedDates } from '#preflight/fields/dates';
import type { DateRange } from '#preflight/fields/dates';
import { changeRow } from '#preflight/rows/change-row';
import { IMPORT_STATUSES } from '#preflight/states';
import { judgeReading } from '../../shared/imports/csv/run-import.ts';
import { findImportContent } from '../../shared/imports/import-content.ts';
import {
  copyImportRows,
  deleteImportRows,
  findImportRow,
  listHandMadeRows,
  updateImportRow,
} from '../../shared/imports/import-rows.ts';
import type { StoredImportRow } from '../../shared/imports/import-rows.ts';
import {
  deleteImport,
  findImport,
  listImports,
  updateImportReading,
} from '../../shared/imports/imports.ts';
import { householdNow } from '../../shared/households/households.ts';
import type { Import } from '../../shared/imports/imports.ts';
import { conflict } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { orNotFound } from '../http/answer-record.ts';
import { oneOfSome, uuidParameter } from '../http/query-parameters.ts';
import type { RequestFields } from '../http/request-fields.ts';
import { resource } from '../http/resource.ts';
import { CSV_IMPORT_TYPES, presentImport } from '../records/import.ts';
import { answerImport, checkMove, requireMove } from '../steps/answer-import.ts';
import { judgeImport } from '../../shared/queue/runs/kinds.ts';
import { jobOf } from '../http/jobs.ts';
import { profileToSave, readSaveAs } from '../steps/import-readings.ts';
import { findSentAccount, readFlag, readSheet } from '../steps/read-import-request.ts';

export const importRoutes = resource('Imports');

importRoutes.list('GET /api/v1/imports', {
  operationId: 'listImports',
  summary: 'List imports',
  description: 'The household’s imports of CSV files, newest first.',
  query: {
    status: oneOfSome(IMPORT_STATUSES, 'Only imports in this status.'),
    type: oneOfSome(CSV_IMPORT_TYPES, 'Only imports of this type.'),
    account_id: uuidParameter('Only imports that name this account.'),
  },
  answers: 'A page of imports.',
  record: presentImport,
  rows(sql, { householdId, query }, page) {
    const filter = { status: query.status, type: query.type, accountId: query.account_id };
    return listImports(sql, householdId, page, filter);
  },
});

importRoutes.read('GET /api/v1/imports/{id}', {
  operationId: 'showImport',
  summary: 'Show an import',
  description:
    'Includes what a worker has done so far: ask again while it is `publishing` or `undoing`.',
  responses: { 200: { description: 'The import.', schema: dataOf(ref('Import')) } },
  handler: ({ sql }, { householdId, id }) => answerImport(sql, householdId, id, 200),
});

importRoutes.write('DELETE /api/v1/imports/{id}', {
  operationId: 'deleteImport',
  summary: 'Delete an import',
  description:
    'Deletes an import that has nothing in the ledger, with its content and rows. A published import ' +
    'has to be undone first.',
  example: { params: { id: exampleId('pending_import') } },
  responses: { 204: { description: 'It is deleted.' } },
  errors: ['conflict'],
  async write(tx, _body, { householdId, id }) {
    await requireMove(tx, householdId, id, 'delete');
    await deleteImport(tx, householdId, id);
    return { status: 204 };
  },
});

importRoutes.write('PATCH /api/v1/imports/{id}', {
  operationId: 'updateImport',
  summary: 'Change how an import is read',
  description:
    'Reads the content again with other settings or for another account. What is not sent stays; null removes a ' +
    'setting, so that it is inferred; what is sent is chosen, unless inferred_settings names it. Values and verdicts that were set by hand stay where their line is ' +
    'still a row. With `save_profile`, the bank’s next file is read the same way.',
  body: { required: true, json: ref('ImportSettingsChange') },
  example: { params: { id: exampleId('pending_import') }, body: { date_format: '%Y-%m-%d' } },
  responses: { 200: { description: 'The import, read again.', schema: dataOf(ref('Import')) } },
  errors: ['conflict', 'invalid_csv', 'content_too_complex', 'preflight_timeout'],
  exists: findImport,
  async prepare(context, request) {
    const { sql } = context;
    const { id, householdId } = request;
    const sent = await request.readJson();
    // A bad name is refused before the content is read.
    const sentName = sent.save_profile === undefined ? undefined : readSaveAs(sent.save_profile);
    const before = checkMove(orNotFound(await findImport(sql, householdId, id)), 'edit');
    const content = await findImportContent(sql, householdId, id);
    if (content === null) {
      throw conflict('The content of the import has expired; upload it again.');
    }
    const { account_id: account, apply_suggestions: apply, save_profile: _, ...asked } = sent;
    const { inferred_settings: named, ...settings } = asked;
    const unconfirmed = before.suggested.filter((name) => !Object.hasOwn(settings, name));
    const inferred = [...unconfirmed, ...(readInferred({ inferred_settings: named }) ?? [])];
    const read = await readSheet(context, request, {
      importId: id,
      type: before.type,
      content,
      isFile: true,
      accountId:
        account === undefined ? before.accountId : await findSentAccount(context, request, account),
      fields: {
        ...withoutNulls({ ...before.fields, ...settings }),
        inferred_settings: inferred.join(','),
      },
      applySuggestions: readFlag('apply_suggestions', apply) ? 'all' : 'none',
      profile: before.profile,
    });
    return { sentName, read };
  },
  async write(tx, { sentName, read: { rows, reading, ...read } }, { householdId, id, now }) {
    const { type, saveProfile: asked } = await requireMove(tx, householdId, id, 'edit');
    const saveAs = sentName === undefined ? (asked?.name ?? null) : sentName;
    const made = await listHandMadeRows(tx, householdId, id);
    await deleteImportRows(tx, householdId, id);
    const saveProfile = profileToSave({ ...read, ...reading }, saveAs);
    await updateImportReading(tx, householdId, id, { ...reading, saveProfile });
    await copyImportRows(tx, rows);
    const accepted = acceptedDates(await householdNow(tx, householdId, now));
    await applyHandMade(tx, { householdId, id, type }, made, accepted);
    const run = await judgeReading(tx, { householdId, importId: id }, type);
    return {
      ...(await answerImport(tx, householdId, id, 200)),
      jobs: run === null ? [] : [jobOf(judgeImport, run)],
    };
  },
});

function withoutNulls(fields: RequestFields): RequestFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Carries what people decided on rows over to the rows that are now on the same lines. */
async function applyHandMade(
  tx: Tx,
  { householdId, id, type }: Pick<Import, 'householdId' | 'id' | 'type'>,
  made: readonly StoredImportRow[],
  accepted: DateRange,
): Promise<void> {
  for (const { line, valuesMade, verdictMade, verdict } of made) {
    const row = await findImportRow(tx, householdId, id, line);
    if (row === null) continue;
    const wanted = verdictMade && (verdict === 'new' || verdict === 'excluded') ? verdict : null;
    const values = valuesMade === null ? {} : { values: valuesMade };
    const change = changeRow({ ...row, type }, { ...values, verdict: wanted }, accepted);
    if (!Array.isArray(change)) await updateImportRow(tx, householdId, id, line, change);
  }
}
