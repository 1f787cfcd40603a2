import type { Household } from '../../shared/households/households.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
