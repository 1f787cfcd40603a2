import { insertImportProfile } from '../../../shared/imports/profiles/import-profiles.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentImportProfile } from '../../present/import-profiles.ts';
import { nameTaken, readProfile } from './read-profile.ts';

/** POST /api/v1/import_profiles */
export const createImportProfile = defineRoute({
  method: 'post',
  path: '/api/v1/import_profiles',
  scope: 'read_write',
  schema: {
    operationId: 'createImportProfile',
    summary: 'Create an import profile',
    description:
      'Keeps the settings that the exports of a bank are read with. An import names the profile, or is recognised by ' +
      'its header. What GET answers of another household can be sent, without its account.',
    tag: 'Imports',
    body: { required: true, json: ref('NewImportProfile') },
    example: { body: { name: 'My bank', settings: { date_format: '%d.%m.%Y' } } },
    responses: { 201: { description: 'The new profile.', schema: dataOf(ref('ImportProfile')) } },
    errors: ['record_not_found'],
  },
  async handler(context, request) {
    const { caller } = request;
    const sent = await request.readJson();
    const read = await readProfile(context, request, sent, {
      name: '',
      type: 'TransactionImport',
      accountId: null,
      settings: {},
      headerFingerprint: null,
    });
    const profile = await writeAs(context, caller, (tx) =>
      insertImportProfile(tx, caller.householdId, read),
    );
    if (profile === null) throw nameTaken();
    return { status: 201, body: { data: presentImportProfile(profile) } };
  },
});
