import { CURRENCY, TIMESTAMP, UUID, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

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
