import * as profiles from '../../shared/imports/profiles/import-profiles.ts';
import {
  deleteImportProfile,
  findImportProfile,
  insertImportProfile,
  updateImportProfile as storeProfile,
} from '../../shared/imports/profiles/import-profiles.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import { recordNotFound } from '../../shared/platform/errors.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { answerGone, answerRecord } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentImportProfile } from '../records/import-profile.ts';
import { nameTaken, readProfile } from '../steps/read-profile.ts';

/** GET /api/v1/import_profiles */
const listImportProfiles = defineRoute({
  method: 'get',
  path: '/api/v1/import_profiles',
  scope: 'read',
  schema: {
    operationId: 'listImportProfiles',
    summary: 'List import profiles',
    description: 'By name.',
    tag: 'Imports',
    query: pageParameters,
    responses: {
      200: { description: 'A page of profiles.', schema: pageOf(ref('ImportProfile')) },
    },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => profiles.listImportProfiles(sql, request.caller.householdId, page),
      presentImportProfile,
    ),
});

/** POST /api/v1/import_profiles */
const createImportProfile = defineWrite({
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
  async prepare(context, request) {
    return readProfile(context, request, await request.readJson(), {
      name: '',
      type: 'TransactionImport',
      accountId: null,
      settings: {},
      headerFingerprint: null,
    });
  },
  async write(tx, read, { caller }) {
    const profile = await insertImportProfile(tx, caller.householdId, read);
    if (profile === null) throw nameTaken();
    return { status: 201, body: { data: presentImportProfile(profile) } };
  },
});

/** GET /api/v1/import_profiles/{id} */
const showImportProfile = defineRoute({
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
    return answerRecord(await findImportProfile(sql, caller.householdId, id), presentImportProfile);
  },
});

/** PATCH /api/v1/import_profiles/{id} */
const updateImportProfile = defineWrite({
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
  async prepare(context, request) {
    const before = await findImportProfile(context.sql, request.caller.householdId, request.id);
    if (before === null) throw recordNotFound();
    return readProfile(context, request, await request.readJson(), before);
  },
  async write(tx, changed, { caller, id }) {
    const profile = await storeProfile(tx, caller.householdId, id, changed).catch(
      (error: unknown) => {
        throw errorCode(error) === '23505' ? nameTaken() : error;
      },
    );
    return answerRecord(profile, presentImportProfile);
  },
});

/** DELETE /api/v1/import_profiles/{id} */
const removeImportProfile = defineWrite({
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
  async write(tx, _body, { caller, id }) {
    return answerGone(await deleteImportProfile(tx, caller.householdId, id));
  },
});

export const importProfileRoutes: readonly Route[] = [
  listImportProfiles,
  createImportProfile,
  showImportProfile,
  updateImportProfile,
  removeImportProfile,
];
