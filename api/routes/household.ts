import * as households from '../../shared/households/households.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { resource } from '../http/resource.ts';
import { presentHousehold } from '../records/household.ts';
import { beginDeletion } from '../steps/delete-household.ts';
import { readHouseholdChange } from '../steps/household-change.ts';

export const householdRoutes = resource('Account');

householdRoutes.read('GET /api/v1/household', {
  operationId: 'showHousehold',
  summary: 'Show your household',
  description: 'The household of your API key.',
  responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
  async handler({ sql }, { householdId }) {
    const household = await households.getHousehold(sql, householdId);
    return { status: 200, body: { data: presentHousehold(household) } };
  },
});

householdRoutes.write('PATCH /api/v1/household', {
  operationId: 'updateHousehold',
  summary: 'Change the name, currency or time zone of your household',
  description:
    'The currency is used for accounts and files that name none; what is stored keeps its own. A new time zone ' +
    'decides on what banks date from then on; earlier timestamps and stored days keep theirs.',
  body: { required: true, json: ref('HouseholdChange') },
  example: { body: { name: 'Doe family', currency: 'CHF', time_zone: 'Europe/Zurich' } },
  responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
  errors: ['validation_failed'],
  async write(tx, body, { householdId, now }) {
    const change = readHouseholdChange(body);
    const household = await households.updateHousehold(tx, householdId, change, now);
    return { status: 200, body: { data: presentHousehold(household) } };
  },
});

householdRoutes.write('DELETE /api/v1/household', {
  scope: 'read_write',
  operationId: 'deleteOwnHousehold',
  summary: 'Delete your household',
  description:
    'Deletes the household and all its data for good. All its keys stop working at once, including this one; a worker deletes the rest. Export it first.',
  query: { confirm: uuidParameter('The id of the household: without it nothing is deleted.') },
  responses: { 202: { description: 'The run.', schema: dataOf(ref('HouseholdDeletion')) } },
  errors: ['validation_failed', 'record_not_found'],
  async write(tx, _body, { householdId, query }) {
    if (query.confirm !== householdId) {
      throw validationFailed(
        'confirm must be the id of the household, which GET /household shows.',
      );
    }
    const platformId = await households.lockPlatformOf(tx, householdId);
    // Of two requests at once, the second finds the household closed.
    if (platformId === undefined) throw recordNotFound();
    return beginDeletion(tx, platformId, householdId);
  },
});
