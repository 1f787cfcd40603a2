import { timeZoneName } from '../../../shared/days.ts';
import { validationFailed } from '../../../shared/errors.ts';
import * as households from '../../../shared/store/households/households.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentHousehold } from '../../present/household.ts';

/** PATCH /api/v1/household */
export const updateHousehold = defineRoute({
  method: 'patch',
  path: '/api/v1/household',
  scope: 'read_write',
  schema: {
    operationId: 'updateHousehold',
    summary: 'Rename your household or set its time zone',
    description: 'A new time zone takes effect with the next sync; stored days do not change.',
    tag: 'Account',
    body: { required: true, json: ref('HouseholdChange') },
    example: { body: { name: 'Doe family', time_zone: 'Europe/Zurich' } },
    responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
    errors: ['validation_failed'],
  },
  async handler(context, { caller, readJson }) {
    const body = await readJson();
    const name = body.name?.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    const timeZone = body.time_zone === undefined ? undefined : timeZoneName(body.time_zone);
    if (timeZone === null) {
      throw validationFailed('time_zone must be an IANA time zone such as Europe/Zurich.');
    }
    const change = { name, timeZone };
    const now = context.clock.now();
    const household = await writeAs(context, caller, (tx) =>
      households.updateHousehold(tx, caller.householdId, change, now),
    );
    return { status: 200, body: { data: presentHousehold(household) } };
  },
});
