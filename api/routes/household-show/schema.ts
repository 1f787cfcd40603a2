import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showHouseholdSchema: OperationSchema = {
  operationId: 'showHousehold',
  summary: 'Show your household',
  description: 'The one that your API key opens.',
  tag: 'Account',
  responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
};
