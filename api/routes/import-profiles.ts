import {
  deleteImportProfile,
  findImportProfile,
  insertImportProfile,
  listImportProfiles,
  updateImportProfile,
} from '../../shared/imports/profiles/import-profiles.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { nameTaken, orNameTaken } from '../http/read-name.ts';
import { resource } from '../http/resource.ts';
import { presentImportProfile } from '../records/import-profile.ts';
import { readProfile } from '../steps/import-readings.ts';

export const importProfileRoutes = resource('Imports');

importProfileRoutes.list('GET /api/v1/import_profiles', {
  operationId: 'listImportProfiles',
  summary: 'List import profiles',
  description: 'Sorted by name.',
  answers: 'A page of profiles.',
  record: presentImportProfile,
  rows: (sql, { householdId }, page) => listImportProfiles(sql, householdId, page),
});

importProfileRoutes.write('POST /api/v1/import_profiles', {
  operationId: 'createImportProfile',
  summary: 'Create an import profile',
  description:
    'Keeps the settings that the exports of a bank are read with. An import names the profile, or is recognised by ' +
    'its header. You may send what GET answers in another household, without its account.',
  body: { required: true, json: ref('NewImportProfile') },
  example: { body: { name: 'My bank', settings: { date_format: '%d.%m.%Y' } } },
  responses: { 201: { description: 'The new profile.', schema: dataOf(ref('ImportProfile')) } },
  errors: ['record_not_found'],
  async prepare(context, request) {
    return readProfile(context, request, await request.readJson(), {
      name: '',
      type: 'TransactionImport',
      accountId: null,
      settings: {},
      headerFingerprint: null,
    });
  },
  async write(tx, read, { householdId }) {
    const profile = await insertImportProfile(tx, householdId, read);
    if (profile === null) throw nameTaken('another profile');
    return { status: 201, body: { data: presentImportProfile(profile) } };
  },
});

importProfileRoutes.show('GET /api/v1/import_profiles/{id}', {
  operationId: 'showImportProfile',
  summary: 'Show an import profile',
  description: 'With its settings and the headers by which it recognises a file.',
  answers: 'The profile.',
  record: presentImportProfile,
  find: findImportProfile,
});

importProfileRoutes.write('PATCH /api/v1/import_profiles/{id}', {
  operationId: 'updateImportProfile',
  summary: 'Change an import profile',
  description:
    'What is not sent stays; `settings` are replaced as a whole. Imports that were read with the profile stay as they are.',
  body: { required: true, json: ref('ImportProfileChange') },
  example: { body: { name: 'My other bank' } },
  responses: { 200: { description: 'The profile.', schema: dataOf(ref('ImportProfile')) } },
  async prepare(context, request) {
    const before = orNotFound(
      await findImportProfile(context.sql, request.householdId, request.id),
    );
    return readProfile(context, request, await request.readJson(), before);
  },
  async write(tx, changed, { householdId, id }) {
    const changing = updateImportProfile(tx, householdId, id, changed);
    return answerRecord(await orNameTaken(changing, 'another profile'), presentImportProfile);
  },
});

importProfileRoutes.remove('DELETE /api/v1/import_profiles/{id}', {
  operationId: 'removeImportProfile',
  summary: 'Delete an import profile',
  description: 'Imports that were read with it stay as they are.',
  answers: 'The profile is deleted.',
  remove: deleteImportProfile,
});
