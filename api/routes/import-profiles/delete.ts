import { recordNotFound } from '../../../shared/platform/errors.ts';
import { deleteImportProfile } from '../../../shared/imports/profiles/import-profiles.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/import_profiles/{id} */
export const removeImportProfile = defineRoute({
  method: 'delete',
  path: '/api/v1/import_profiles/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'removeImportProfile',
    summary: 'Delete an import profile',
    description: 'Imports that were read with it stay as they are.',
    tag: 'Imports',
    responses: { 204: { description: 'The profile is gone.' } },
  },
  async handler(context, { caller, id }) {
    const isDeleted = await writeAs(context, caller, (tx) =>
      deleteImportProfile(tx, caller.householdId, id),
    );
    if (!isDeleted) throw recordNotFound();
    return { status: 204 };
  },
});
