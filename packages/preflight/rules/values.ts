import { isLongerThan } from '../text.ts';
import { isUuid } from '../uuid.ts';

/** Checks of values that several kinds of conditions and actions share. Each returns the fault, or null. */

const VALUE_LENGTH_MAX = 1000;

/** 20 digits before the point and 10 after it: the range of a stored amount. */
const DECIMAL = /^-?\d{1,20}(\.\d{1,10})?$/;

export function isDecimal(value: string): boolean {
  return DECIMAL.test(value.trim());
}

export function checkText(value: string): string | null {
  return isLongerThan(value, VALUE_LENGTH_MAX)
    ? `must be at most ${VALUE_LENGTH_MAX} characters long`
    : null;
}

export function checkId(value: string): string | null {
  return isUuid(value) ? null : 'must be the id (a UUID) of a record of the household';
}

export function checkOneOf(value: string, allowed: readonly string[]): string | null {
  return allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;
}
