import type { Household } from '../../shared/households/households.ts';
import { CURRENCY, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const TIME_ZONE: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description:
    'IANA name. Decides which day an instant of the bank falls on, and which day today is.',
  examples: ['Europe/Zurich'],
};

export const household: JsonSchema = object({
  id: UUID,
  name: NAME,
  currency: CURRENCY,
  time_zone: TIME_ZONE,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const householdChange: JsonSchema = {
  type: 'object',
  description: 'Absent fields stay as they are.',
  minProperties: 1,
  additionalProperties: false,
  properties: { name: NAME, currency: CURRENCY, time_zone: TIME_ZONE },
};

/** A household on the wire. */
export function presentHousehold(household: Household): Schemas['Household'] {
  return {
    id: household.id,
    name: household.name,
    currency: household.currency,
    time_zone: household.timeZone,
    created_at: presentTimestamp(household.createdAt),
    updated_at: presentTimestamp(household.updatedAt),
  };
}
