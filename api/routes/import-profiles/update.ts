import { errorCode } from '../../../shared/platform/error-code.ts';
import { recordNotFound } from '../../../shared/platform/errors.ts';
import {
  findImportProfile,
  updateImportProfile as storeProfile,
} from '../../../shared/imports/profiles/import-profiles.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentImportProfile } from '../../present/import-profiles.ts';
import { nameTaken, readProfile } from './read-profile.ts';

/** PATCH /api/v1/import_profiles/{id} */
export const updateImportProfile = defineRoute({
  method: 'patch',
  path: '/api/v1/import_profiles/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateImportProfile',
    summary: 'Change an import profile',
    description:
      'What is not sent stays; `settings` are replaced as a whole. Imports that were read with the profile stay as they are.',
    tag: 'Imports',
    body: { required: true, json: ref('ImportProfileChange') },
    example: { body: { name: 'My other bank' } },
    responses: { 200: { description: 'The profile.', schema: dataOf(ref('ImportProfile')) } },
  },
  async handler(context, request) {
    const { sql } = context;
    const { id, caller } = request;
    const before = await findImportProfile(sql, caller.householdId, id);
    if (before === null) throw recordNotFound();
    const sent = await request.readJson();
    const changed = await readProfile(context, request, sent, before);
    const profile = await writeAs(context, caller, (tx) =>
      storeProfile(tx, caller.householdId, id, changed),
    ).catch((error: unknown) => {
      throw errorCode(error) === '23505' ? nameTaken() : error;
    });
    if (profile === null) throw recordNotFound();
    return { status: 200, body: { data: presentImportProfile(profile) } };
  },
});
