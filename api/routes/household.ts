import { isCurrencyCode } from '#preflight/currencies';
import { timeZoneName } from '#preflight/days';
import * as households from '../../shared/households/households.ts';
import { getHousehold } from '../../shared/households/households.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentHousehold } from '../records/household.ts';

/** GET /api/v1/household */
const showHousehold = defineRoute({
  method: 'get',
  path: '/api/v1/household',
  scope: 'read',
  schema: {
    operationId: 'showHousehold',
    summary: 'Show your household',
    description: 'The household of your API key.',
    tag: 'Account',
    responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
  },
  async handler({ sql }, { caller }) {
    const household = await getHousehold(sql, caller.householdId);
    return { status: 200, body: { data: presentHousehold(household) } };
  },
});

/** PATCH /api/v1/household */
const updateHousehold = defineWrite({
  method: 'patch',
  path: '/api/v1/household',
  scope: 'read_write',
  schema: {
    operationId: 'updateHousehold',
    summary: 'Change the name, currency or time zone of your household',
    description:
      'The currency is that of accounts and files which name none; what is stored keeps its own. A new time zone takes ' +
      'effect with the next sync; stored days do not change.',
    tag: 'Account',
    body: { required: true, json: ref('HouseholdChange') },
    example: { body: { name: 'Doe family', currency: 'CHF', time_zone: 'Europe/Zurich' } },
    responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
    errors: ['validation_failed'],
  },
  async write(tx, body, { caller, now }) {
    const name = body.name?.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    const timeZone = body.time_zone === undefined ? undefined : timeZoneName(body.time_zone);
    if (timeZone === null) {
      throw validationFailed('time_zone must be an IANA time zone such as Europe/Zurich.');
    }
    const { currency } = body;
    if (currency !== undefined && !isCurrencyCode(currency)) {
      throw validationFailed('currency must be an ISO 4217 code such as EUR.');
    }
    const change = { name, currency, timeZone };
    const household = await households.updateHousehold(tx, caller.householdId, change, now);
    return { status: 200, body: { data: presentHousehold(household) } };
  },
});

export const householdRoutes: readonly Route[] = [showHousehold, updateHousehold];
