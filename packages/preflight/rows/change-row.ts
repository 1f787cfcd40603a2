import { isCurrencyCode } from '../currencies.ts';
import { isDay, isoDay } from '../days.ts';
import { normalizeDecimal } from '../money.ts';
import { DECIMAL_DIGITS_MAX, isLongDecimal } from '../records/lengths.ts';
import { isLongerThan, textFault } from '../text.ts';
import type { DateRange } from '../fields/dates.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import { amountOfTrade } from '../types/row-values.ts';
import type { CsvImportType } from '../report.ts';
import type { RowVerdict } from '../states.ts';
import { ROW_SHAPES, warningsOf, wireName } from './import-row.ts';
import type { CommonValues, RowError, RowWarning } from './import-row.ts';

/** A person's correction of a row: values by their names in the API, a verdict, or null to have it judged. */
export interface RowWish {
  values?: Record<string, unknown>;
  verdict?: 'new' | 'excluded' | null;
}

export interface ChangedRow {
  type: CsvImportType;
  line: number;
  errors: readonly RowError[];
  verdict: RowVerdict;
  verdictMade: boolean;
  valuesMade: Record<string, unknown> | null;
  more: Record<string, string | null>;
}

export interface RowChange extends Omit<ChangedRow, 'type' | 'line'> {
  warnings: RowWarning[];
  values: Partial<CommonValues>;
}

/** What the amount of a trade or a position follows from. */
const AMOUNT_OF_TRADE = ['quantity', 'price', 'position_value'];
const COMMON = 'date amount currency name category tags notes account pending'.split(' ');

/** Applies a person's correction to a row; a list of texts says why that is impossible. Pure. */
export function changeRow(
  row: ChangedRow,
  wish: RowWish,
  accepted: DateRange,
): RowChange | string[] {
  const sent = wish.values ?? {};
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const more: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(sent)) {
    const read = readValue({ type: row.type, accepted }, name, value);
    if ('fault' in read) faults.push(`values.${name} ${read.fault}.`);
    else if (COMMON.includes(name)) values[name] = read.value;
    else more[name] = read.value as string | null;
  }
  if (faults.length > 0) return faults;
  if (row.type === 'TradeImport' && AMOUNT_OF_TRADE.some((name) => name in more)) {
    const {
      quantity = null,
      price = null,
      position_value: value = null,
    } = { ...row.more, ...more };
    values['amount'] = amountOfTrade(quantity, price, value);
  }
  const errors = row.errors.filter((error) => !mends(sent, error));
  const verdict = verdictOf(row, wish, errors);
  if (verdict === null) return ['The row has errors; correct its values first.'];
  return {
    values,
    more,
    valuesMade: wish.values === undefined ? row.valuesMade : { ...row.valuesMade, ...sent },
    errors,
    warnings: warningsOf(row.type, row.line, { ...row.more, ...more }),
    ...verdict,
  };
}

/** Returns null for a row with errors that cannot be imported. */
function verdictOf(
  row: ChangedRow,
  { verdict }: RowWish,
  errors: readonly RowError[],
): Pick<RowChange, 'verdict' | 'verdictMade'> | null {
  const made = verdict === undefined ? (row.verdictMade ? row.verdict : null) : verdict;
  if (made === 'excluded') return { verdict: made, verdictMade: true };
  if (errors.length > 0) {
    return verdict === 'new' ? null : { verdict: 'invalid', verdictMade: false };
  }
  return { verdict: 'new', verdictMade: made === 'new' };
}

/** Whether a corrected value replaces the one that an error is about. */
function mends(sent: Record<string, unknown>, { field }: RowError): boolean {
  if (field === undefined) return false;
  const name = field === 'outflow' || field === 'inflow' ? 'amount' : wireName(field);
  return Object.hasOwn(sent, name);
}

type Read = { value: string | string[] | boolean | null } | { fault: string };

function readValue(
  { type, accepted }: { type: CsvImportType; accepted: DateRange },
  name: string,
  value: unknown,
): Read {
  const { needs, more } = ROW_SHAPES[type];
  if (!COMMON.includes(name) && !more.some((key) => wireName(key) === name)) {
    return { fault: `is not a field of a ${type}` };
  }
  if (name === 'tags') return readTags(type, value);
  if (name === 'pending') {
    return typeof value === 'boolean' ? { value } : { fault: 'must be true or false' };
  }
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') {
    return needs.some((key) => wireName(key) === name)
      ? { fault: 'must not be blank' }
      : { value: null };
  }
  const fault = textFault(text) ?? lengthFault(type, name, [text]);
  if (fault !== null) return { fault };
  return name === 'date' ? readDay(text, accepted) : readText(name, text);
}

/** Why texts are too long for a field of the type; null where they are not. */
function lengthFault(type: CsvImportType, name: string, texts: string[]): string | null {
  const field = CSV_TYPES[type].fields.find(({ key }) => wireName(key) === name);
  const { lengthMax = Infinity } = field ?? {};
  const isLong = texts.some((text) => isLongerThan(text, lengthMax));
  return isLong ? `must have at most ${lengthMax} characters` : null;
}

/** The same days as in a file. */
function readDay(text: string, { first, last }: DateRange): Read {
  if (!isDay(text)) return { fault: 'must be a date (YYYY-MM-DD)' };
  const [from, to] = [isoDay(first), isoDay(last)];
  return text >= from && text <= to
    ? { value: text }
    : { fault: `must be a date from ${from} to ${to}` };
}

function readText(name: string, text: string): Read {
  switch (name) {
    case 'amount':
    case 'quantity':
    case 'price':
    case 'position_value': {
      const decimal = normalizeDecimal(text);
      if (decimal === null) return { fault: 'must be a decimal' };
      return isLongDecimal(decimal)
        ? { fault: `must have at most ${DECIMAL_DIGITS_MAX} digits` }
        : { value: decimal };
    }
    case 'currency':
      return isCurrencyCode(text) ? { value: text } : { fault: 'must be an ISO 4217 code' };
    default:
      return { value: text };
  }
}

function readTags(type: CsvImportType, value: unknown): Read {
  const tags = (Array.isArray(value) ? value : []).map((tag) => String(tag).trim());
  const fault =
    tags.map(textFault).find((found) => found !== null) ?? lengthFault(type, 'tags', tags);
  if (fault !== null) return { fault };
  return { value: [...new Set(tags.filter((tag) => tag !== ''))] };
}
