import { deleteImport } from '../../../shared/imports/imports.ts';
import { exampleId } from '../../contract/example-records.ts';
import { defineRoute } from '../../http/route.ts';
import { requireMove } from './require-move.ts';

/** DELETE /api/v1/imports/{id} */
export const removeImport = defineRoute({
  method: 'delete',
  path: '/api/v1/imports/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteImport',
    summary: 'Delete an import',
    description:
      'Removes an import of which nothing is in the ledger, with its content and rows. What was published ' +
      'leaves by undo alone.',
    tag: 'Imports',
    example: { params: { id: exampleId('pending_import') } },
    responses: { 204: { description: 'It is gone.' } },
    errors: ['record_not_found', 'conflict'],
  },
  async handler({ sql }, { caller: { householdId }, id }) {
    await sql.begin(async (tx) => {
      await requireMove(tx, householdId, id, 'delete');
      await deleteImport(tx, householdId, id);
    });
    return { status: 204 };
  },
});
