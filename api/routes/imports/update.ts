import type { Tx } from '../../../shared/postgres/connect.ts';
import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { readInferred } from '../../../packages/preflight/csv/read-settings.ts';
import { changeRow } from '../../../packages/preflight/rows/change-row.ts';
import { judgeReading } from '../../../shared/imports/csv/judge-import.ts';
import {
  copyImportRows,
  deleteImportRows,
  findImportRow,
  listHandMadeRows,
  updateImportRow,
} from '../../../shared/imports/import-rows.ts';
import type { StoredImportRow } from '../../../shared/imports/import-rows.ts';
import { findImportContent } from '../../../shared/imports/import-content.ts';
import { findImport, updateImportReading } from '../../../shared/imports/imports.ts';
import type { Import } from '../../../shared/imports/imports.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { RequestFields } from '../../http/request-fields.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { answerImport } from './answer-import.ts';
import { enqueueRun } from './begin-run.ts';
import { profileToSave, readSaveAs } from './keep-profile.ts';
import { findSentAccount } from './read-import-request.ts';
import { readFlag, readSheet } from './read-sheet.ts';
import { requireMove } from './require-move.ts';

/** PATCH /api/v1/imports/{id} */
export const updateImport = defineRoute({
  method: 'patch',
  path: '/api/v1/imports/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateImport',
    summary: 'Change how an import is read',
    description:
      'Reads the content again with other settings or for another account. What is not sent stays; null takes a ' +
      'setting back, so that it is inferred; what is sent is chosen, unless inferred_settings names it. Values and verdicts that were set by hand stay where their line is ' +
      'still a row. With `save_profile` the next file of the bank is read so, too.',
    tag: 'Imports',
    body: { required: true, json: ref('ImportSettingsChange') },
    example: { params: { id: exampleId('pending_import') }, body: { date_format: '%Y-%m-%d' } },
    responses: { 200: { description: 'The import, read again.', schema: dataOf(ref('Import')) } },
    errors: [
      'record_not_found',
      'conflict',
      'invalid_csv',
      'content_too_complex',
      'preflight_timeout',
    ],
  },
  async handler(context, request) {
    const { sql } = context;
    const { id, readJson } = request;
    const { householdId } = request.caller;
    if ((await findImport(sql, householdId, id)) === null) throw recordNotFound();
    const sent = await readJson();
    // A wrong name is refused before the content is read.
    const sentName = sent.save_profile === undefined ? undefined : readSaveAs(sent.save_profile);
    const before = await sql.begin((tx) => requireMove(tx, householdId, id, 'edit'));
    const content = await findImportContent(sql, householdId, id);
    if (content === null) throw expired();
    const { account_id: account, apply_suggestions: apply, save_profile: _, ...asked } = sent;
    const { inferred_settings: named, ...settings } = asked;
    const unconfirmed = before.suggested.filter((name) => !Object.hasOwn(settings, name));
    const inferred = [...unconfirmed, ...(readInferred({ inferred_settings: named }) ?? [])];
    const { rows, reading, ...read } = await readSheet(context, request, {
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
    const reread = await writeAs(context, request.caller, async (tx) => {
      const { type, saveProfile: asked } = await requireMove(tx, householdId, id, 'edit');
      const saveAs = sentName === undefined ? (asked?.name ?? null) : sentName;
      const made = await listHandMadeRows(tx, householdId, id);
      await deleteImportRows(tx, householdId, id);
      const saveProfile = profileToSave({ ...read, ...reading }, saveAs);
      await updateImportReading(tx, householdId, id, { ...reading, saveProfile });
      await copyImportRows(tx, rows);
      await applyHandMade(tx, { householdId, id, type }, made);
      const run = await judgeReading(tx, { householdId, importId: id }, type);
      return { run, answer: await answerImport(tx, householdId, id, 200) };
    });
    if (reread.run !== null) await enqueueRun(context, reread.run);
    return reread.answer;
  },
});

function expired(): AppError {
  return new AppError('conflict', {
    publicMessage: 'The content of the import has expired; upload it again.',
  });
}

function withoutNulls(fields: RequestFields): RequestFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Keeps what people decided on rows for the rows that are on the same lines now. */
async function applyHandMade(
  tx: Tx,
  { householdId, id, type }: Pick<Import, 'householdId' | 'id' | 'type'>,
  made: readonly StoredImportRow[],
): Promise<void> {
  for (const { line, valuesMade, verdictMade, verdict } of made) {
    const row = await findImportRow(tx, householdId, id, line);
    if (row === null) continue;
    const wanted = verdictMade && (verdict === 'new' || verdict === 'excluded') ? verdict : null;
    const values = valuesMade === null ? {} : { values: valuesMade };
    const change = changeRow({ ...row, type }, { ...values, verdict: wanted });
    if (!Array.isArray(change)) await updateImportRow(tx, householdId, id, line, change);
  }
}
