import { findDeletionOf, requeueDeletion } from '../../shared/households/household-deletions.ts';
import {
  findHouseholdOf,
  insertHousehold,
  listHouseholdsOf,
  updateHousehold,
} from '../../shared/households/households.ts';
import { insertUser } from '../../shared/households/users.ts';
import { deleteHouseholdRun } from '../../shared/queue/runs/kinds.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { jobOf } from '../http/jobs.ts';
import { resource } from '../http/resource.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { presentHouseholdDeletion } from '../records/household-deletion.ts';
import { presentHousehold } from '../records/household.ts';
import { beginDeletion } from '../steps/delete-household.ts';
import { readHouseholdChange } from '../steps/household-change.ts';

export const platformHouseholdRoutes = resource('Platform');

/** The user who owns the keys of a household that a platform creates. */
const USER = 'owner';

platformHouseholdRoutes.list('GET /api/v1/households', {
  operationId: 'listHouseholds',
  summary: 'List your households',
  description: 'Those that your platform made and did not delete, oldest first.',
  answers: 'A page of households.',
  record: presentHousehold,
  rows: (sql, { caller }, page) => listHouseholdsOf(sql, caller.platformId, page),
});

platformHouseholdRoutes.write('POST /api/v1/households', {
  operationId: 'createHousehold',
  summary: 'Create a household',
  description:
    'Always creates one: names are for people and need not be unique. Create its keys next; your platform key opens none of its data.',
  body: { required: true, json: ref('NewHousehold') },
  example: { body: { name: 'Doe family', currency: 'CHF', time_zone: 'Europe/Zurich' } },
  responses: { 201: { description: 'The new household.', schema: dataOf(ref('Household')) } },
  async write(tx, body, { caller: { platformId } }) {
    const { name = '', ...rest } = readHouseholdChange(body);
    const household = await insertHousehold(tx, name, { ...rest, platformId });
    await insertUser(tx, household.id, USER);
    return answerRecord(household, presentHousehold, 201);
  },
});

platformHouseholdRoutes.show('GET /api/v1/households/{id}', {
  operationId: 'showPlatformHousehold',
  summary: 'Show a household',
  description: 'Its name, currency and time zone. Its data opens only with its own keys.',
  answers: 'The household.',
  record: presentHousehold,
  find: (sql, platformId, id) => findHouseholdOf(sql, platformId, id),
});

platformHouseholdRoutes.write('PATCH /api/v1/households/{id}', {
  operationId: 'updatePlatformHousehold',
  summary: 'Change a household',
  description: 'Absent fields stay. A new time zone decides on what banks date from then on.',
  body: { required: true, json: ref('HouseholdChange') },
  example: { body: { name: 'Doe family', currency: 'CHF', time_zone: 'Europe/Zurich' } },
  responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
  exists: findHouseholdOf,
  async write(tx, body, { caller, id, now }) {
    const change = readHouseholdChange(body);
    orNotFound(await findHouseholdOf(tx, caller.platformId, id, { lock: true }));
    return answerRecord(await updateHousehold(tx, id, change, now), presentHousehold);
  },
});

platformHouseholdRoutes.write('DELETE /api/v1/households/{id}', {
  operationId: 'deleteHousehold',
  summary: 'Delete a household',
  description:
    'Deletes the household and all its data for good. Its keys stop working at once, and from then on the household is unknown; the answer is the run that deletes the rest. ' +
    'Sending the request again answers with the same run, and restarts it if it failed.',
  responses: { 202: { description: 'The run.', schema: dataOf(ref('HouseholdDeletion')) } },
  async write(tx, _body, { caller: { platformId }, id }) {
    const household = await findHouseholdOf(tx, platformId, id, { lock: true });
    if (household !== null) return beginDeletion(tx, platformId, id);
    const begun = orNotFound(await findDeletionOf(tx, platformId, id));
    const again = await requeueDeletion(tx, id);
    const jobs = again === null ? [] : [jobOf(deleteHouseholdRun, again)];
    return { ...answerRecord(again ?? begun, presentHouseholdDeletion, 202), jobs };
  },
});
