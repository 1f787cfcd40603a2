import { normalizeDecimal } from '../../money.ts';
import { isLongerThan } from '../../text.ts';
import type { RecordTypeName } from '../../imports/ndjson/record-types.ts';
import type { FaultReason, RecordFault } from '../session-error.ts';
import { shown } from '../session-error.ts';

/** The `data` of one line. Numbers that a double cannot hold exactly arrive as text. */
export type RecordData = Readonly<Record<string, unknown>>;

/** A value of a staging column. */
export type StagedValue = string | number | boolean | null | readonly string[];
/** One staging row: column to value. */
export type StagedRow = Readonly<Record<string, StagedValue>>;

export const SOURCE_ID_MAX = 255;
/** Names of categories, tags, merchants and accounts. */
export const NAME_MAX = 255;
const TEXT_MAX = 10_000;
/** Digits on either side of the point: far above any amount of money, far below what hurts Postgres. */
const DECIMAL_DIGITS_MAX = 60;

/** A record cannot be imported. Thrown by readers, collected per chunk. */
export class RecordRejected extends Error {
  readonly fault: RecordFault;

  constructor(fault: RecordFault) {
    super(fault.message ?? fault.code);
    this.name = 'RecordRejected';
    this.fault = fault;
  }
}

/** `import_failed` with its reason and the value at fault. */
export function reject(
  type: RecordTypeName,
  reason: FaultReason,
  field: string,
  value: unknown,
  message: string,
): RecordRejected {
  const told = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  return new RecordRejected({
    code: 'import_failed',
    record_type: type,
    reason,
    field,
    ...(told === null ? {} : { value: shown(told) }),
    message: `${type}: ${message}`,
  });
}

/** Text as a person wrote it, blanks included; null when there is none. */
export function freeText(type: RecordTypeName, data: RecordData, field: string): string | null {
  const value = data[field];
  if (typeof value !== 'string') return boundedText(type, data, field);
  const text = value.replaceAll('\u0000', '');
  if (isLongerThan(text, TEXT_MAX)) throw tooLong(type, field, text, TEXT_MAX);
  return text;
}

/** Text, trimmed; null when blank or absent. Numbers and booleans become their text. */
export function text(data: RecordData, field: string): string | null {
  const value = data[field];
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  // Postgres cannot hold the NUL character.
  const trimmed = value.replaceAll('\u0000', '').trim();
  return trimmed === '' ? null : trimmed;
}

/** Text within the length that a column takes. */
export function boundedText(
  type: RecordTypeName,
  data: RecordData,
  field: string,
  max = TEXT_MAX,
): string | null {
  const value = text(data, field);
  if (value !== null && isLongerThan(value, max)) {
    throw tooLong(type, field, value, max);
  }
  return value;
}

function tooLong(type: RecordTypeName, field: string, value: string, max: number): RecordRejected {
  return reject(type, 'value_too_long', field, value, `${field} is longer than ${max} characters`);
}

/** An id of the export, as text; null when blank. */
export function sourceId(type: RecordTypeName, data: RecordData, field: string): string | null {
  return boundedText(type, data, field, SOURCE_ID_MAX);
}

/** The record's own id. A blank one is an unknown reference, shown as `(blank)`. */
export function ownId(type: RecordTypeName, data: RecordData): string {
  return requiredReference(type, data, 'id', type);
}

/** The id of another record that must be there. */
export function requiredReference(
  type: RecordTypeName,
  data: RecordData,
  field: string,
  sourceType: string,
): string {
  const id = sourceId(type, data, field);
  if (id !== null) return id;
  throw new RecordRejected({
    code: 'missing_source_reference',
    record_type: type,
    source_type: sourceType,
    source_id: shown(null),
    field,
  });
}

/** The list under `field` as ids, blanks left out; null when there is no list. */
export function sourceIds(type: RecordTypeName, data: RecordData, field: string): string[] | null {
  const value = data[field];
  if (!Array.isArray(value)) return null;
  const ids = value.map((id: unknown) => sourceId(type, { id }, 'id'));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** An exact decimal, or null when it is blank or not a number. */
export function usableDecimal(data: RecordData, field: string): string | null {
  const normalized = normalizeDecimal(text(data, field) ?? '');
  return normalized === null || normalized.length > DECIMAL_DIGITS_MAX ? null : normalized;
}

/** An exact decimal, or null when blank. Throws for text that is not a number. */
export function decimal(type: RecordTypeName, data: RecordData, field: string): string | null {
  const value = text(data, field);
  if (value === null) return null;
  const normalized = usableDecimal(data, field);
  if (normalized === null) {
    throw reject(type, 'invalid_amount', field, value, `${field} is not a decimal number`);
  }
  return normalized;
}

/** An exact decimal that must be there. */
export function requiredDecimal(type: RecordTypeName, data: RecordData, field: string): string {
  const value = decimal(type, data, field);
  if (value === null) throw missing(type, field);
  return value;
}

/** The fault of a blank field that the type needs. */
export function missing(type: RecordTypeName, field: string): RecordRejected {
  return reject(type, 'missing_required_field', field, null, `${field} is missing`);
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `YYYY-MM-DD` of a calendar day (a time behind it is left off), or null when it is not one. */
export function parseDay(value: string | null): string | null {
  const match = value === null ? null : ISO_DATE.exec(value);
  if (match === null) return null;
  const [, yearText = '', monthText = '', dayText = ''] = match;
  const year = Number(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const last = (DAYS[month - 1] ?? 0) + leap;
  if (year < 1 || day < 1 || day > last) return null;
  return `${yearText}-${monthText}-${dayText}`;
}

/** A calendar day that must be there. Throws for anything else. */
export function requiredDay(type: RecordTypeName, data: RecordData, field: string): string {
  const value = text(data, field);
  if (value === null) throw missing(type, field);
  const day = parseDay(value);
  if (day === null) {
    throw reject(type, 'invalid_date', field, value, `${field} is not a date (YYYY-MM-DD)`);
  }
  return day;
}

/** Three capital letters, or null when blank. */
export function currency(type: RecordTypeName, data: RecordData): string | null {
  const value = text(data, 'currency');
  if (value === null) return null;
  const upper = value.toUpperCase();
  if (!/^[A-Z]{3}$/.test(upper)) {
    throw reject(
      type,
      'invalid_currency',
      'currency',
      value,
      'currency is not a three-letter code',
    );
  }
  return upper;
}

/** true, "true", 1 and "1" are true; everything else is the default. */
export function flag(data: RecordData, field: string, byDefault = false): boolean {
  const value = text(data, field)?.toLowerCase();
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return byDefault;
}

/** The value when it is one of `allowed`, else the default. */
export function oneOf<const T extends string | null>(
  data: RecordData,
  field: string,
  allowed: readonly T[],
  byDefault: T,
): T {
  const value = text(data, field);
  return allowed.find((entry) => entry === value) ?? byDefault;
}

/** A whole number within bounds, or null. */
export function integer(data: RecordData, field: string, min: number, max: number): number | null {
  const value = text(data, field);
  if (value === null || !/^-?\d{1,10}(\.0+)?$/.test(value)) return null;
  const number = Math.trunc(Number(value));
  return number >= min && number <= max ? number : null;
}

/** A nested object, or an empty one. */
export function nested(data: RecordData, field: string): RecordData {
  const value = data[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as RecordData)
    : {};
}
