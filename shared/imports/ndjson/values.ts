import { excerpt, isLongerThan } from '../../text.ts';
import { isCurrencyCode } from '../../currencies.ts';
import { daysInMonth } from '../../days.ts';
import { normalizeDecimal } from '../../money.ts';
import type { ProblemCode } from '../problems.ts';
import type { FieldKind } from './record-types.ts';

/** Source ids are stored in a column of this many characters. */
export const ID_LENGTH_MAX = 255;
/** Names of accounts, categories, tags, merchants and rules. */
export const NAME_LENGTH_MAX = 255;
/** Longer decimals are no amounts of money, and exact arithmetic on them would only cost time. */
const DECIMAL_LENGTH_MAX = 40;

/** Nothing there, in the sense of the reference application, but for `false`: that is a value of a wrong kind. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value);
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** Printable ASCII at the start is enough to know; only other texts are trimmed. */
function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && text.trim() === '';
}

/** Ids are compared as text, so that 1 and "1" are one id. Null when the value is no id (blank included). */
export function idText(value: unknown): string | null {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : null;
  const id = isTrimmed(value) ? value : value.trim();
  return id === '' || isLongerThan(id, ID_LENGTH_MAX) ? null : id;
}

function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
}

/** The decimal in normalised form, or null when the value is not one finite decimal number. */
export function decimalText(value: unknown): string | null {
  if (typeof value === 'number') {
    const text = String(value);
    return Number.isFinite(value) && Math.abs(value) < 1e24 ? normalizeDecimal(text) : null;
  }
  if (typeof value !== 'string' || value.length > DECIMAL_LENGTH_MAX) return null;
  const text = normalizeDecimal(value);
  return text === null || text.length > DECIMAL_LENGTH_MAX ? null : text;
}

/** What may follow the day in a date-time. */
const TIME = /^[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const YEAR_MIN = 1900;

/** The day `YYYY-MM-DD` of an ISO 8601 date or date-time, or null when it is none or before 1900. */
export function dateText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length < 10) return null;
  if (value.charCodeAt(4) !== 0x2d || value.charCodeAt(7) !== 0x2d) return null;
  const year = digitsAt(value, 0, 4);
  const month = digitsAt(value, 5, 7);
  const day = digitsAt(value, 8, 10);
  if (!(year >= YEAR_MIN && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > daysInMonth(year, month)) return null;
  if (value.length === 10) return value;
  return TIME.test(value.slice(10)) ? value.slice(0, 10) : null;
}

/** The number written there, or NaN when one of the characters is no digit. */
function digitsAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

export interface KindRule {
  accepts(value: unknown): boolean;
  code: ProblemCode;
  wanted: string;
}

const decimal = {
  accepts: (value: unknown) =>
    (typeof value === 'string' && isPlainDecimal(value)) || decimalText(value) !== null,
};

/** Most amounts are digits with a point between two of them, and are told from the rest at little cost. */
function isPlainDecimal(text: string): boolean {
  if (text.length > DECIMAL_LENGTH_MAX) return false;
  let point = -1;
  const start = text.charCodeAt(0) === 0x2d ? 1 : 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char >= 0x30 && char <= 0x39) continue;
    if (char !== 0x2e || point >= 0 || at === start) return false;
    point = at;
  }
  return start < text.length && point !== text.length - 1;
}

/** What each kind of field accepts, and how a value that it does not is reported. */
export const FIELD_KINDS: Readonly<Record<FieldKind, KindRule>> = {
  text: {
    accepts: (value) => typeof value === 'string' || typeof value === 'number',
    code: 'invalid_field_value',
    wanted: 'text',
  },
  name: {
    accepts: (value) =>
      typeof value === 'number' ||
      (typeof value === 'string' && !isLongerThan(value.trim(), NAME_LENGTH_MAX)),
    code: 'invalid_field_value',
    wanted: `text of at most ${NAME_LENGTH_MAX} characters`,
  },
  money: { ...decimal, code: 'invalid_amount', wanted: 'a decimal number' },
  quantity: { ...decimal, code: 'invalid_quantity', wanted: 'a decimal number' },
  price: { ...decimal, code: 'invalid_price', wanted: 'a decimal number' },
  date: {
    accepts: (value) =>
      dateText(value) !== null || (typeof value === 'string' && dateText(value.trim()) !== null),
    code: 'invalid_date',
    wanted: 'a date (YYYY-MM-DD)',
  },
  currency: {
    // In any letter case, as the import takes it.
    accepts: (value) =>
      typeof value === 'string' &&
      (isCurrencyCode(value) || isCurrencyCode(value.trim().toUpperCase())),
    code: 'invalid_currency',
    wanted: 'an ISO 4217 currency code',
  },
  attributes: {
    accepts: (value) => typeof value === 'object',
    code: 'invalid_field_value',
    wanted: 'an object',
  },
  day_of_month: {
    accepts: (value) => /^(?:0?[1-9]|[12]\d|3[01])(?:\.0+)?$/.test(String(value).trim()),
    code: 'invalid_field_value',
    wanted: 'a day of the month (1 to 31)',
  },
};

/** What own ids and references accept. */
export const ID_RULE: KindRule = {
  accepts: (value) => idText(value) !== null,
  code: 'invalid_field_value',
  wanted: `an id (text or a number, at most ${ID_LENGTH_MAX} characters)`,
};

/** A value as it may be quoted in a problem: short, on one line, never a whole structure. */
export function excerptOf(value: unknown): string {
  if (typeof value === 'string') return excerpt(value);
  if (Array.isArray(value)) return '[…]';
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}
