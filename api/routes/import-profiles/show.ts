import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findImportProfile } from '../../../shared/imports/profiles/import-profiles.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentImportProfile } from '../../present/import-profiles.ts';

/** GET /api/v1/import_profiles/{id} */
export const showImportProfile = defineRoute({
  method: 'get',
  path: '/api/v1/import_profiles/{id}',
  scope: 'read',
  schema: {
    operationId: 'showImportProfile',
    summary: 'Show an import profile',
    description: 'With its settings and the headers by which it recognises a file.',
    tag: 'Imports',
    responses: { 200: { description: 'The profile.', schema: dataOf(ref('ImportProfile')) } },
  },
  async handler({ sql }, { caller, id }) {
    const profile = await findImportProfile(sql, caller.householdId, id);
    if (profile === null) throw recordNotFound();
    return { status: 200, body: { data: presentImportProfile(profile) } };
  },
});
