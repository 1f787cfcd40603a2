import { UNDO_DAYS } from '#preflight/states';
import { findImport } from '../../shared/imports/imports.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { resource } from '../http/resource.ts';
import { undoUntil } from '../records/import.ts';
import { undoImport as undoing } from '../../shared/queue/runs/kinds.ts';
import { answerImport, requireMove } from '../steps/answer-import.ts';
import { addKeptList, beginPublish, beginUndo, unpublishable } from '../steps/import-runs.ts';

export const importPublishRoutes = resource('Imports');

importPublishRoutes.write('POST /api/v1/imports/{id}/publish', {
  operationId: 'publishImport',
  summary: 'Publish an import',
  description:
    'Queues the import of its rows, once. Rows are judged again as they are written: what another import or a ' +
    'sync has added meanwhile is a duplicate. Rows with errors that are not excluded fail the request (422, with the ' +
    'lines), unless skip_invalid leaves them out. Content that is invalid as a whole, for example without a required column, fails it as well.',
  body: { required: false, json: ref('ImportPublication') },
  example: { params: { id: exampleId('pending_import') }, body: { skip_invalid: false } },
  responses: { 202: { description: 'The import.', schema: dataOf(ref('Import')) } },
  errors: ['conflict'],
  exists: findImport,
  async write(tx, { skip_invalid: skipInvalid = false }, { householdId, id }) {
    const job = await beginPublish(
      tx,
      await requireMove(tx, householdId, id, 'publish'),
      skipInvalid,
    );
    if ('code' in job) throw unpublishable(job);
    return { ...(await answerImport(tx, householdId, id, 202)), jobs: [job] };
  },
});

importPublishRoutes.write('POST /api/v1/imports/{id}/undo', {
  operationId: 'undoImport',
  summary: 'Undo an import',
  description:
    'Queues the removal of what the import created and puts back what it changed. Records that a person edited ' +
    'since, that a bank sync took over or that another import claims stay, and summary.kept names them. ' +
    `Possible for ${UNDO_DAYS} days.`,
  example: { params: { id: exampleId('complete_import') } },
  responses: { 202: { description: 'The import.', schema: dataOf(ref('Import')) } },
  errors: ['conflict'],
  async write(tx, _body, { householdId, id, now }) {
    const until = undoUntil(await requireMove(tx, householdId, id, 'undo'));
    const undoable = { kind: undoing, householdId, id, until };
    const job = await beginUndo(tx, undoable, now, 'conflict');
    return { ...(await answerImport(tx, householdId, id, 202)), jobs: [job] };
  },
});

addKeptList(importPublishRoutes, {
  path: 'GET /api/v1/imports/{id}/kept',
  operationId: 'listImportKept',
  what: 'import',
  example: 'complete_import',
  find: findImport,
});
