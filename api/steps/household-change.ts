import { isCurrencyCode } from '#preflight/currencies';
import { timeZoneName } from '#preflight/days';
import type { HouseholdChange } from '../../shared/households/households.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import { readName } from '../http/read-name.ts';
import type { Schemas } from '../openapi/json-schema.ts';

/** Reads name, currency and time zone of a household. Throws validation_failed. */
export function readHouseholdChange(body: Schemas['HouseholdChange']): HouseholdChange {
  const timeZone = body.time_zone === undefined ? undefined : timeZoneName(body.time_zone);
  if (timeZone === null) {
    throw validationFailed('time_zone must be an IANA time zone such as Europe/Zurich.');
  }
  const { currency } = body;
  if (currency !== undefined && !isCurrencyCode(currency)) {
    throw validationFailed('currency must be an ISO 4217 code such as EUR.');
  }
  return { name: readName(body.name), currency, timeZone };
}
