import { negateDecimal } from '../money.ts';
import { excerpt, onOneLine } from '../text.ts';
import { amountHint } from '../fields/amount-hint.ts';
import { ACCOUNTING, holdsUnder, readAmountText, readDecimal } from '../fields/amounts.ts';
import { isoDay } from '../days.ts';
import { formatElsewhere, judgeDate, judgeDateElsewhere } from '../fields/date-fault.ts';
import { currenciesAround, currenciesOfCell } from '../fields/currency-marks.ts';
import { createDateProfile } from '../fields/dates.ts';
import { compileStrptime } from '../fields/strptime.ts';
import { isTooLong } from './column-checks.ts';
import { isSparseAmount } from './headers.ts';
import { isNoValue } from '../fields/no-value.ts';
import { trimmedText } from './row-view.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Problem } from '../problem-list.ts';
import type { ProblemCode } from '../problems.ts';
import type { CsvTypeSpec, FieldSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { ReadCells, RowValues } from '../types/row-values.ts';
import type { DecidedFormats } from './column-checks.ts';
import type { MappedColumn } from './headers.ts';
import type { CsvSettings } from './settings.ts';
import type { RowView } from './row-view.ts';

/** Everything that decides what the cells of a row mean. */
export interface Reading {
  spec: CsvTypeSpec;
  columns: readonly MappedColumn[];
  settings: CsvSettings;
  formats: DecidedFormats;
  accepted: DateRange;
}

/** Cells by field, without surrounding white space; empty if blank. */
export type Cells = Partial<Record<FieldKey, string>>;

export interface CellFault {
  column: MappedColumn;
  code: ProblemCode;
  /** The end of the message, which begins with the line and column. */
  why: string;
}

/** What a row means, and which of its cells could not be read. */
export interface RowReading {
  values: RowValues;
  faults: CellFault[];
}

/** Returns what a cell means (null: it has no value), or why it cannot be read. */
type CellReader = (
  text: string,
  isElsewhere: boolean,
) => { value: string | null } | { code: ProblemCode; why: string };

/**
 * Creates a reader of rows for fixed settings. It is pure: the same cells always give the same result.
 * `isDatedElsewhere`: the date comes from another column.
 */
export function createRowReader(
  reading: Reading,
): (cells: Cells, isDatedElsewhere?: boolean) => RowReading {
  const { spec, columns, settings } = reading;
  const readers = columns.map((column) => ({
    column,
    key: column.field.key,
    read: createCellReader(column.field, reading),
  }));
  const firstSplit = columns.find(({ field }) => field.key === 'outflow' || field.key === 'inflow');

  return (cells, isDatedElsewhere = false) => {
    const read: ReadCells = {};
    const faults: CellFault[] = [];
    for (const { column, key, read: readCell } of readers) {
      const text = cells[key] ?? '';
      if (text === '' || (isSparseAmount(column.field) && isNoValue(text))) {
        read[key] = null;
        if (column.required) faults.push(blank(column));
        continue;
      }
      const found = readCell(text, isDatedElsewhere);
      read[key] = 'value' in found ? found.value : null;
      if ('why' in found) faults.push({ column, ...found });
    }
    const isEmptySplit = [cells.outflow, cells.inflow, cells.fee].every((cell = '') =>
      isNoValue(cell),
    );
    if (firstSplit !== undefined && isEmptySplit) faults.push(blank(firstSplit));
    read.currency ??= currencyOfRow(cells, reading.formats);
    const unread = faults.some(({ column: { field } }) => isSparseAmount(field));
    const values = spec.understand(read, settings);
    return { values: unread ? { ...values, amount: null } : values, faults };
  };
}

/** The currency written in the amount's own cell, else the currency of the file. */
function currencyOfRow(cells: Cells, formats: DecidedFormats): string | null {
  const currency = formats.currency ?? null;
  if (formats.fileCurrency?.inCells !== true) return currency;
  const text = [cells.amount, cells.outflow, cells.inflow].find((cell = '') => !isNoValue(cell));
  const own = currenciesAround(text ?? '');
  return own?.length === 1 ? (own[0] ?? null) : currency;
}

function blank(column: MappedColumn): CellFault {
  return { column, code: 'blank_required_value', why: 'a value is required' };
}

function createCellReader(field: FieldSpec, reading: Reading): CellReader {
  const { key, kind, lengthMax } = field;
  switch (kind) {
    case 'date':
      return createDateReader(reading);
    case 'currency':
      return createCurrencyReader(reading.formats);
    case 'text':
      return (text) =>
        isTooLong(field, text)
          ? { code: 'value_too_long', why: `longer than ${lengthMax} characters` }
          : { value: text };
    default:
      return createNumberReader(kind, reading.formats, reading.formats.negatedSplits.has(key));
  }
}

function createDateReader({ formats, accepted }: Reading): CellReader {
  const { dateFormat, dateFormatSent } = formats;
  const dates = createDateProfile(accepted, dateFormatSent ? dateFormat : undefined);
  const readDay = compileStrptime(dateFormat);
  return (text, isElsewhere) => {
    const found = dates.read(text);
    const why = (isElsewhere ? judgeDateElsewhere : judgeDate)(found, accepted, formats);
    const readOwn = isElsewhere ? compileStrptime(formatElsewhere(found, dateFormat)) : readDay;
    const day = why === undefined ? (readOwn(text) ?? readDay(text)) : undefined;
    if (day !== undefined) return { value: isoDay(day) };
    const other = why ?? `not a date in the format ${excerpt(dateFormat)}`;
    return { code: 'invalid_date', why: YEARLESS.test(text) ? NO_YEAR : other };
  };
}

const YEARLESS = /^'?\d{1,2}[./ -]\d{1,2}\.?'?$/;
const NO_YEAR = 'a day without its year, which the content does not tell';

const NUMBERS = {
  amount: ['invalid_amount', 'an amount'],
  quantity: ['invalid_quantity', 'a quantity'],
  price: ['invalid_price', 'a price'],
} as const;

function createNumberReader(
  kind: keyof typeof NUMBERS,
  { numberFormat, numberFormatSent }: DecidedFormats,
  negated: boolean,
): CellReader {
  const [code, noun] = NUMBERS[kind];
  return (text) => {
    const found = readAmountText(text);
    const value = holdsUnder(found, numberFormat, numberFormatSent)
      ? readDecimal(text, numberFormat)
      : undefined;
    if (value !== undefined) return { value: negated ? negateDecimal(value) : value };
    const inferred = (found & ACCOUNTING) === 0 ? '' : ', or send no number_format';
    return { code, why: `not ${noun} in the format ${numberFormat}${amountHint(text)}${inferred}` };
  };
}

function createCurrencyReader({ currencyIgnored }: DecidedFormats): CellReader {
  return (text) => {
    if (currencyIgnored) return { value: null };
    const codes = currenciesOfCell(text);
    if (codes === undefined)
      return { code: 'invalid_currency', why: 'not an ISO 4217 currency code' };
    const [value = null, other] = codes;
    return { value: other === undefined ? value : null };
  };
}

/** The cells of a scanned row by field; `dateAt` is the column of its date, if that is another one. */
export function cellsOf(row: RowView, columns: readonly MappedColumn[], dateAt?: number): Cells {
  const cells: Cells = {};
  for (const { field, index, instead } of columns) {
    const cell = trimmedText(row, field.kind === 'date' ? (dateAt ?? index) : index);
    const text = field.key === 'name' && isNoValue(cell) ? '' : cell;
    const others = instead?.get(text) ?? [];
    // Where the one party is not named, the account's holder is no name for the other.
    const other = others
      .map((at) => trimmedText(row, at))
      .find((one) => one !== '' && (text !== '' || instead?.has(one) !== true));
    const value = other?.slice(0, field.lengthMax) ?? text;
    cells[field.key] = field.key === 'name' ? onOneLine(value) : value;
  }
  return cells;
}

/** A fault as reports list it. */
export function problemOf({ column, code, why }: CellFault, line: number, cells: Cells): Problem {
  const value = cells[column.field.key] ?? '';
  return {
    code,
    message: `Line ${line}, column "${excerpt(column.header)}": ${why}`,
    line,
    column: column.header,
    ...(code !== 'blank_required_value' && { value }),
  };
}

export interface ReadRow extends RowReading {
  /** Physical line on which it starts, 1-based. */
  line: number;
  cells: Cells;
}

/** The row check of the import type, if it has one; it takes rows as they were read. */
export function createRowCheck({ spec, columns }: Reading) {
  const check = spec.rowCheck?.();
  if (check === undefined) return undefined;
  const headers = new Map(columns.map(({ field, header }) => [field.key, header]));
  const header = (key: FieldKey): string => headers.get(key) ?? key;
  return {
    row({ line, cells }: ReadRow, report: (problem: Problem) => void): void {
      check.row({ line, cell: (key) => cells[key] ?? '', header }, report);
    },
    end: (report: (problem: Problem) => void): void => check.end?.(report),
  };
}

/** How to read rows, once their formats are decided. */
export function readingOf(
  { spec, accepted }: Pick<Reading, 'spec' | 'accepted'>,
  settings: CsvSettings,
  { columns }: Pick<Reading, 'columns'>,
  { formats }: Pick<Reading, 'formats'>,
): Reading {
  return { spec, accepted, settings, columns, formats };
}
