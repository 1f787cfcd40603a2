import { isLongDecimal } from '../records/lengths.ts';
import { isLongerThan } from '../text.ts';
import { isUuid } from '../uuid.ts';

/** Checks of values that several kinds of conditions and actions share. Each returns the fault, or null. */

const VALUE_LENGTH_MAX = 1000;

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Whether it is a decimal that can be compared with amounts: with as many digits as these may have. */
export function isDecimal(value: string): boolean {
  return DECIMAL.test(value.trim()) && !isLongDecimal(value.trim());
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
