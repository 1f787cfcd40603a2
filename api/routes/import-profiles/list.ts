import * as profiles from '../../../shared/imports/profiles/import-profiles.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentImportProfile } from '../../present/import-profiles.ts';

/** GET /api/v1/import_profiles */
export const listImportProfiles = defineRoute({
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
