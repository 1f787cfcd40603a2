import { getHousehold } from '../../../shared/households/households.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentHousehold } from '../../present/household.ts';

/** GET /api/v1/household */
export const showHousehold = defineRoute({
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
