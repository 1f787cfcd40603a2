import type { Household } from '../../shared/households/households.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { CREATED_AT, ID, record, UPDATED_AT } from './record.ts';

const FIELDS = {
  name: { type: 'string', minLength: 1, maxLength: 255, description: 'What people call it.' },
  currency: s.field(s.CURRENCY, 'That of new accounts, as ISO 4217.'),
  time_zone: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description:
      'IANA name. Decides which day an instant of the bank falls on, and which day today is.',
    examples: ['Europe/Zurich'],
  },
} satisfies Record<string, JsonSchema>;

/** A household on the wire. */
export const presentHousehold = record<Household, 'Household'>(
  'Household',
  'Whose data an API key opens.',
  { id: ID, ...FIELDS, created_at: CREATED_AT, updated_at: UPDATED_AT },
);

s.component('HouseholdChange', 'Absent fields stay as they are.', s.change(FIELDS));
