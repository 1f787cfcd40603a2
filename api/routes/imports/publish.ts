import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findImport } from '../../../shared/imports/imports.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerImport } from './answer-import.ts';
import { beginPublish, enqueueRun, unpublishable } from './begin-run.ts';
import { requireMove } from './require-move.ts';

/** POST /api/v1/imports/{id}/publish */
export const publishImport = defineRoute({
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
    errors: ['record_not_found', 'conflict', 'import_enqueue_failed'],
  },
  async handler(context, { caller: { householdId }, id, readJson }) {
    const { sql } = context;
    if ((await findImport(sql, householdId, id)) === null) throw recordNotFound();
    const { skip_invalid: skipInvalid = false } = await readJson();
    const begun = await sql.begin(async (tx) => {
      const found = await requireMove(tx, householdId, id, 'publish');
      const run = await beginPublish(tx, found, skipInvalid);
      if ('code' in run) throw unpublishable(run);
      // Read before the job is queued: a fast worker would be ahead of the answer.
      return { run, answer: await answerImport(tx, householdId, id, 202) };
    });
    await enqueueRun(context, begun.run);
    return begun.answer;
  },
});
