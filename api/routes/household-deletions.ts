import { findDeletion, listDeletions } from '../../shared/households/household-deletions.ts';
import { answerPage } from '../http/answer-page.ts';
import { answerRecord } from '../http/answer-record.ts';
import { pageParameters } from '../http/pagination.ts';
import { resource } from '../http/resource.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { presentHouseholdDeletion } from '../records/household-deletion.ts';

export const householdDeletionRoutes = resource('Platform');

householdDeletionRoutes.read('GET /api/v1/household_deletions', {
  operationId: 'listHouseholdDeletions',
  summary: 'List deletions of households',
  description: 'Those of your platform’s households, newest first. Receipts are kept.',
  query: pageParameters,
  responses: {
    200: { description: 'A page of deletions.', schema: pageOf(ref('HouseholdDeletion')) },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => listDeletions(sql, request.caller.platformId, page),
      presentHouseholdDeletion,
    ),
});

householdDeletionRoutes.read('GET /api/v1/household_deletions/{id}', {
  operationId: 'showHouseholdDeletion',
  summary: 'Show the deletion of a household',
  description: 'The counts grow while it is at work; afterwards they are the receipt.',
  responses: { 200: { description: 'The deletion.', schema: dataOf(ref('HouseholdDeletion')) } },
  async handler({ sql }, { caller, id }) {
    return answerRecord(await findDeletion(sql, caller.platformId, id), presentHouseholdDeletion);
  },
});
