import { isCurrencyCode } from '../currencies.ts';
import { isBookingDay } from '../days.ts';
import type { ProblemCode } from '../problems.ts';
import { isObject } from '../is-object.ts';
import { normalizeDecimal } from '../money.ts';
import { excerpt, isLongerThan } from '../text.ts';
import {
  DECIMAL_DIGITS_MAX,
  DECIMAL_LENGTH_MAX,
  ID_LENGTH_MAX,
  isLongDecimal,
  NAME_LENGTH_MAX,
  TEXT_LENGTH_MAX,
} from './lengths.ts';

/** The data of a record: any JSON object. No name in the table of record types is a property that objects inherit. */
export type RecordData = Readonly<Record<string, unknown>>;

/** A value of a staging column. */
export type StagedValue = string | number | boolean | null | readonly string[];

/** Why an import refuses a value. */
export type ValueFault =
  'invalid_date' | 'invalid_amount' | 'invalid_currency' | 'invalid_value' | 'value_too_long';

/** Blank, in the sense of the reference application, except that `false` is a value of the wrong kind. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value);
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** A first character in printable ASCII is enough to decide; only other texts are trimmed. */
function isBlankText(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && text.trim() === '';
}

/** Ids are compared as text, so that 1 and "1" are the same id. Null when the value is not an id (blank included). */
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
  return text === null || isLongDecimal(text) ? null : text;
}

/** What may follow the day in a date-time. */
const TIME = /^[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** The day `YYYY-MM-DD` of an ISO 8601 date or date-time; null for anything else, and for days before 1900. */
function dateText(value: unknown): string | null {
  if (typeof value !== 'string' || value.length < 10) return null;
  if (!isBookingDay(value.length === 10 ? value : value.slice(0, 10))) return null;
  if (value.length === 10) return value;
  return TIME.test(value.slice(10)) ? value.slice(0, 10) : null;
}

/** The kind of a field's values: how they are checked, read and stored. */
export interface FieldKind {
  /** The value to store; null when it is blank, undefined when it is of another kind. */
  read(value: unknown): StagedValue | undefined;
  /** Whether `read` accepts a value that is not blank, decided as fast as possible. */
  accepts(value: unknown): boolean;
  /** How preflight reports a value of another kind. */
  readonly code: ProblemCode;
  readonly wanted: string;
  /** Why an import refuses a value of another kind. */
  readonly fault: ValueFault;
  /** SQL type of the staging column. */
  readonly sql: string;
}

/** A kind whose unusable values are reported as such. */
function strict(
  readThere: (value: unknown) => StagedValue | undefined,
  rest: Omit<FieldKind, 'read' | 'accepts'> & Partial<Pick<FieldKind, 'accepts'>>,
): FieldKind {
  return {
    read: (value) => (isBlank(value) ? null : readThere(value)),
    accepts: (value) => readThere(value) !== undefined,
    ...rest,
  };
}

/** The kind of a field of our own export; values of another kind are faults. */
export function strictValue(
  sql: string,
  wanted: string,
  readThere: (value: unknown) => StagedValue | undefined,
): FieldKind {
  return strict(readThere, { ...VALUE, sql, wanted });
}

const VALUE = { code: 'invalid_field_value', fault: 'invalid_value' } as const;

/** A kind for which any other value counts as blank, as in the reference application. */
function lenient(read: (value: unknown) => StagedValue, sql: string): FieldKind {
  return { read, accepts: () => true, ...VALUE, wanted: '', sql };
}

const WORDS = { code: 'invalid_field_value', fault: 'value_too_long', sql: 'text' } as const;

/** Trimmed text of at most `max` characters. Numbers become text. */
export function text(max = TEXT_LENGTH_MAX): FieldKind {
  return strict(
    (value) => {
      const read = scalarText(value)?.trim();
      return read === undefined || isLongerThan(read, max) ? undefined : read;
    },
    {
      ...WORDS,
      wanted: `text of at most ${max} characters`,
      accepts: (value) =>
        typeof value === 'string'
          ? value.length <= max || !isLongerThan(value.trim(), max)
          : typeof value === 'number',
    },
  );
}

function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export const NAME = text(NAME_LENGTH_MAX);

/** Text as a person wrote it, including blanks. */
export const NOTE: FieldKind = {
  ...text(),
  read: (value) => {
    const read = scalarText(value);
    if (read === undefined) return isBlank(value) ? null : undefined;
    return isLongerThan(read, TEXT_LENGTH_MAX) ? undefined : read;
  },
  accepts: (value) =>
    typeof value === 'string' ? !isLongerThan(value, TEXT_LENGTH_MAX) : typeof value === 'number',
};

/** Own ids and references. */
export const ID = strict((value) => idText(value) ?? undefined, {
  ...WORDS,
  wanted: `an id (text or a number, at most ${ID_LENGTH_MAX} characters)`,
});

/** A list of ids, or a single one; blank ones are left out. */
export const ID_LIST: FieldKind = {
  ...ID,
  read: (value) => {
    if (value === undefined || value === null) return null;
    const ids = (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) =>
      ID.read(each),
    );
    if (ids.includes(undefined)) return undefined;
    return [...new Set(ids.filter((each) => typeof each === 'string'))];
  },
  // Preflight checks each id.
  accepts: () => true,
  sql: 'text[]',
};

/** One of the texts; any other counts as blank. */
export function choice(allowed: readonly string[]): FieldKind {
  return lenient((value) => {
    const read = scalarText(value)?.trim();
    return allowed.find((each) => each === read) ?? null;
  }, 'text');
}

/** true, "true", 1 and "1" are true in any letter case, everything else is false. */
export const FLAG = lenient((value) => /^\s*(?:true|1)\s*$/i.test(String(value)), 'boolean');

/** -1, or 1 for everything else. */
export const SIGN = lenient((value) => (String(value).trim() === '-1' ? -1 : 1), 'smallint');

/** A whole number within bounds; any other value counts as blank. */
export function count(min: number, max: number): FieldKind {
  return lenient((value) => {
    const number = /^\d{1,10}(?:\.0+)?$/.test(String(value).trim()) ? Number(value) : NaN;
    return number >= min && number <= max ? number : null;
  }, 'integer');
}

/** Text that the type itself checks. */
export const ANYTHING = lenient((value) => scalarText(value) ?? null, 'text');

const DECIMAL = {
  wanted: 'a decimal number',
  fault: 'invalid_amount',
  sql: 'numeric',
  accepts: (value: unknown) =>
    (typeof value === 'string' && isPlainDecimal(value)) || decimalText(value) !== null,
} as const;
const readDecimal = (value: unknown) => decimalText(value) ?? undefined;

export const MONEY = strict(readDecimal, { ...DECIMAL, code: 'invalid_amount' });
export const QUANTITY = strict(readDecimal, { ...DECIMAL, code: 'invalid_quantity' });
export const PRICE = strict(readDecimal, { ...DECIMAL, code: 'invalid_price' });

/** A day; a time after it is dropped. */
export const DATE = strict(
  (value) =>
    dateText(value) ??
    (typeof value === 'string' ? (dateText(value.trim()) ?? undefined) : undefined),
  { code: 'invalid_date', wanted: 'a date (YYYY-MM-DD)', fault: 'invalid_date', sql: 'date' },
);

/** An ISO 4217 code, in any letter case. */
export const CURRENCY = strict(
  (value) => {
    if (typeof value !== 'string') return undefined;
    if (isCurrencyCode(value)) return value;
    const code = value.trim().toUpperCase();
    return isCurrencyCode(code) ? code : undefined;
  },
  {
    code: 'invalid_currency',
    wanted: 'an ISO 4217 currency code',
    fault: 'invalid_currency',
    sql: 'text',
  },
);

export const DAY_OF_MONTH = strictValue('integer', 'a day of the month (1 to 31)', (value) =>
  /^(?:0?[1-9]|[12]\d|3[01])(?:\.0+)?$/.test(String(value).trim()) ? Number(value) : undefined,
);

const OBJECT = { ...VALUE, wanted: 'an object', sql: 'jsonb', accepts: isObject } as const;

/** Any object, kept unchanged. */
export const ATTRIBUTES = strict(
  (value) => (isObject(value) ? JSON.stringify(value) : undefined),
  OBJECT,
);

const STAMP = /^\d{4}-[\d:.T +Z-]{5,40}$/;

/** For each of these attributes of a transaction, when it was taken; true where that cannot be read. */
export const stampsOf = (attributes: () => readonly string[]): FieldKind =>
  strict((value) => {
    if (!isObject(value)) return undefined;
    const known = attributes().filter((name) => Object.hasOwn(value, name));
    const stamps = known.map((name) => {
      const stamp = value[name];
      return [name, typeof stamp === 'string' && STAMP.test(stamp) ? stamp : true];
    });
    return known.length === 0 ? null : JSON.stringify(Object.fromEntries(stamps));
  }, OBJECT);

/** Most amounts are digits with a point between two of them; this recognises them at little cost. */
function isPlainDecimal(text: string): boolean {
  if (text.length > DECIMAL_DIGITS_MAX) return false;
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

/** A value as a problem may quote it: short, on one line, never a whole structure. */
export function excerptOf(value: unknown): string {
  if (typeof value === 'string') return excerpt(value);
  if (Array.isArray(value)) return '[…]';
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}
