import { UNDO_DAYS } from '../../../packages/preflight/states.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { undoUntil } from '../../present/imports.ts';
import { answerImport } from './answer-import.ts';
import { beginUndo, enqueueUndo } from './begin-undo.ts';
import { requireMove } from './require-move.ts';

/** POST /api/v1/imports/{id}/undo */
export const undoImport = defineRoute({
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
    errors: ['record_not_found', 'conflict', 'import_enqueue_failed'],
  },
  async handler(context, { caller: { householdId }, id }) {
    const begun = await context.sql.begin(async (tx) => {
      const found = await requireMove(tx, householdId, id, 'undo');
      const undoable = { holder: 'imports', householdId, id, until: undoUntil(found) } as const;
      const run = await beginUndo(context, tx, undoable, 'conflict');
      return { run, answer: await answerImport(tx, householdId, id, 202) };
    });
    await enqueueUndo(context, 'imports', begun.run);
    return begun.answer;
  },
});
