import { UNDO_DAYS } from '#preflight/states';
import { findImportSession } from '../../shared/imports/import-sessions.ts';
import { findImport } from '../../shared/imports/imports.ts';
import { listKept } from '../../shared/imports/kept-record.ts';
import type { AnySql } from '../../shared/postgres/connect.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { undoUntil } from '../records/import.ts';
import { undoImport as undoing } from '../../shared/queue/runs/kinds.ts';
import { answerImport, requireMove } from '../steps/answer-import.ts';
import { beginPublish, beginUndo, unpublishable } from '../steps/import-runs.ts';

/** POST /api/v1/imports/{id}/publish */
const publishImport = defineWrite({
  method: 'post',
  path: '/api/v1/imports/{id}/publish',
  scope: 'read_write',
  schema: {
    operationId: 'publishImport',
    summary: 'Publish an import',
    description:
      'Queues the import of its rows, once. They are judged again as they are written: what another import or a ' +
      'sync brought meanwhile is a duplicate. A row with errors that is not excluded refuses it (422, with the ' +
      'lines), unless skip_invalid leaves such rows out; so does content that is invalid as a whole (a column that is not there).',
    tag: 'Imports',
    body: { required: false, json: ref('ImportPublication') },
    example: { params: { id: exampleId('pending_import') }, body: { skip_invalid: false } },
    responses: { 202: { description: 'The import.', schema: dataOf(ref('Import')) } },
    errors: ['record_not_found', 'conflict'],
  },
  exists: findImport,
  async write(tx, { skip_invalid: skipInvalid = false }, { caller: { householdId }, id }) {
    const job = await beginPublish(
      tx,
      await requireMove(tx, householdId, id, 'publish'),
      skipInvalid,
    );
    if ('code' in job) throw unpublishable(job);
    return { ...(await answerImport(tx, householdId, id, 202)), jobs: [job] };
  },
});

/** POST /api/v1/imports/{id}/undo */
const undoImport = defineWrite({
  method: 'post',
  path: '/api/v1/imports/{id}/undo',
  scope: 'read_write',
  schema: {
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Queues the removal of what the import created and puts back what it changed. Records that a person edited ' +
      'since, that a bank sync took over or that another import claims stay, and summary.kept names them. ' +
      `Possible for ${UNDO_DAYS} days.`,
    tag: 'Imports',
    example: { params: { id: exampleId('complete_import') } },
    responses: { 202: { description: 'The import.', schema: dataOf(ref('Import')) } },
    errors: ['record_not_found', 'conflict'],
  },
  async write(tx, _body, { caller: { householdId }, id, now }) {
    const until = undoUntil(await requireMove(tx, householdId, id, 'undo'));
    const undoable = { kind: undoing, householdId, id, until };
    const job = await beginUndo(tx, undoable, now, 'conflict');
    return { ...(await answerImport(tx, householdId, id, 202)), jobs: [job] };
  },
});

/** The list of what undoing left alone, of an import of a CSV or of a session: `find` gives null when there is none such. */
const keptOf = (
  of: {
    path: `/api/v1/${string}/{id}/kept`;
    operationId: string;
    what: string;
    tag: string;
    example: 'complete_import' | 'complete_import_session';
  },
  find: (sql: AnySql, householdId: string, id: string) => Promise<object | null>,
) =>
  defineRoute({
    method: 'get',
    path: of.path,
    scope: 'read',
    schema: {
      operationId: of.operationId,
      summary: `List what undoing an ${of.what} left alone`,
      description:
        'Each record with the reason, in the order of the file, with what it is known by: as it was when the undo ended. ' +
        'Empty before.',
      tag: of.tag,
      query: pageParameters,
      example: { params: { id: exampleId(of.example) } },
      responses: { 200: { description: 'A page of records.', schema: pageOf(ref('KeptRecord')) } },
    },
    exists: find,
    handler({ sql }, request) {
      const {
        caller: { householdId },
        id,
      } = request;
      return answerPage(
        request,
        (page) => listKept(sql, { householdId, sourceId: id }, page),
        (kept) => kept,
      );
    },
  });

/** GET /api/v1/imports/{id}/kept */
const listKeptOfImport = keptOf(
  {
    path: '/api/v1/imports/{id}/kept',
    operationId: 'listImportKept',
    what: 'import',
    tag: 'Imports',
    example: 'complete_import',
  },
  findImport,
);

/** GET /api/v1/import_sessions/{id}/kept */
const listKeptOfSession = keptOf(
  {
    path: '/api/v1/import_sessions/{id}/kept',
    operationId: 'listImportSessionKept',
    what: 'import session',
    tag: 'Import sessions',
    example: 'complete_import_session',
  },
  findImportSession,
);

export const importPublishRoutes: readonly Route[] = [
  listKeptOfImport,
  publishImport,
  undoImport,
  listKeptOfSession,
];
