import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const updateHouseholdSchema: OperationSchema = {
  operationId: 'updateHousehold',
  summary: 'Rename your household or set its time zone',
  description: 'A new time zone counts from the next sync on; days that are stored stay.',
  tag: 'Account',
  body: { required: true, json: ref('HouseholdChange') },
  responses: { 200: { description: 'The household.', schema: dataOf(ref('Household')) } },
  errors: ['validation_failed'],
};
