import type { Household } from '../../shared/households/households.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ID, record, TIMES } from './record.ts';

const FIELDS = {
  name: s.named('The name that people use.'),
  currency: s.field(s.CURRENCY, 'The currency of new accounts, as ISO 4217.'),
  time_zone: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description:
      'IANA name. Decides which day an instant of the bank falls on, and which day today is.',
    examples: ['Europe/Zurich'],
  },
} satisfies Record<string, JsonSchema>;

export const presentHousehold = record<Household, 'Household'>(
  'Household',
  'The household that an API key opens.',
  { id: ID, ...FIELDS, ...TIMES },
);

s.define(
  'NewHousehold',
  'A household to create, in USD and UTC unless you say otherwise.',
  ['name'],
  FIELDS,
);

s.change('HouseholdChange', 'Absent fields stay as they are.', FIELDS);
