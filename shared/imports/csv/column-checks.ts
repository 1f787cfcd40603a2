import { isCurrencyCode } from '../../currencies.ts';
import { cellText, COLUMNS_MAX } from './scan-rows.ts';
import { amountHint } from '../fields/amount-hint.ts';
import { FORMAT_BITS, readAmount, READINGS } from '../fields/amounts.ts';
import { createDateProfile, formatBit } from '../fields/dates.ts';
import type { RowView } from './scan-rows.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { Problem } from '../problem-list.ts';
import type { ProblemCode } from '../problems.ts';
import type { DateProfile, DateRange, DateReading } from '../fields/dates.ts';
import type { MappedColumn } from './headers.ts';

/** What the checks of the second pass are held against. */
export interface DecidedFormats {
  dateFormat: string;
  dateFormatSent: boolean;
  numberFormat: NumberFormat;
}

/**
 * One column of the import. The first pass only counts how its cells read (`profile`), so that
 * the formats can be decided for the whole column; the second, needed only when something is
 * wrong, finds the fault of a single cell.
 */
export interface ColumnCheck {
  column: MappedColumn;
  blanks: number;
  profile(row: RowView): void;
  /** Cells, other than blank ones, that are wrong under the decided formats. */
  faults(formats: DecidedFormats): number;
  fault(row: RowView, formats: DecidedFormats): Problem | undefined;
}

/** The range of a cell without outer blanks, in the row's bytes. One object, overwritten. */
interface CellRange {
  from: number;
  to: number;
}

function locate(row: RowView, column: number, range: CellRange): boolean {
  if (column >= row.cells || column >= COLUMNS_MAX) return false;
  const { bytes } = row;
  let from = row.starts[column] ?? 0;
  let to = row.ends[column] ?? 0;
  while (from < to && (bytes[from] ?? 0) <= 32) from += 1;
  while (to > from && (bytes[to - 1] ?? 0) <= 32) to -= 1;
  range.from = from;
  range.to = to;
  return from < to;
}

/** Whether the row has nothing but blanks in a column, or ends before it. */
export function isBlankCell(row: RowView, column: number): boolean {
  return !locate(row, column, SOME_RANGE);
}

const SOME_RANGE: CellRange = { from: 0, to: 0 };

function cellProblem(code: ProblemCode, why: string, row: RowView, column: MappedColumn): Problem {
  return {
    code,
    message: `Line ${row.line}, column "${column.header}": ${why}`,
    line: row.line,
    column: column.header,
    value: cellText(row, column.index).trim(),
  };
}

/** The blank cell of a column that needs a value. */
export function blankProblem(row: RowView, column: MappedColumn): Problem {
  return {
    code: 'blank_required_value',
    message: `Line ${row.line}, column "${column.header}": a value is required`,
    line: row.line,
    column: column.header,
  };
}

/** Text: only its presence matters. */
export function createTextCheck(column: MappedColumn): ColumnCheck {
  const range: CellRange = { from: 0, to: 0 };
  return {
    column,
    blanks: 0,
    profile(row) {
      if (!locate(row, column.index, range)) this.blanks += 1;
    },
    faults: () => 0,
    fault(row) {
      const present = locate(row, column.index, range);
      return present || !column.required ? undefined : blankProblem(row, column);
    },
  };
}

export interface DateCheck extends ColumnCheck {
  dates: DateProfile;
  /** Whether the cell profiled last is a date in any format. */
  lastRead: boolean;
}

/** Dates: `sentFormat` is strict; without it the whole column decides. */
export function createDateCheck(
  column: MappedColumn,
  accepted: DateRange,
  sentFormat?: string,
): DateCheck {
  const dates = createDateProfile(accepted, sentFormat);
  const range: CellRange = { from: 0, to: 0 };
  // Statements are sorted by date: most cells equal the one above.
  let last: DateReading | undefined;
  let lastFrom = 0;
  let lastLength = -1;

  function read(row: RowView): DateReading {
    const { bytes } = row;
    const length = range.to - range.from;
    if (last !== undefined && length === lastLength) {
      let same = 0;
      while (same < length && bytes[range.from + same] === bytes[lastFrom + same]) same += 1;
      if (same === length) return last;
    }
    last = dates.read(bytes.toString('utf8', range.from, Math.min(range.to, range.from + 64)));
    lastFrom = range.from;
    lastLength = length;
    return last;
  }

  return {
    column,
    dates,
    blanks: 0,
    lastRead: false,
    profile(row) {
      if (locate(row, column.index, range)) {
        const reading = read(row);
        reading.count += 1;
        this.lastRead = reading.parsed !== 0 || reading.sent !== 'unread';
      } else {
        this.blanks += 1;
        this.lastRead = false;
      }
    },
    faults(formats) {
      let faults = 0;
      for (const reading of dates.readings) {
        if (reading.count === 0) continue;
        if (judgeDate(reading, accepted, formats) !== undefined) faults += reading.count;
      }
      return faults;
    },
    fault(row, formats) {
      if (!locate(row, column.index, range)) {
        return column.required ? blankProblem(row, column) : undefined;
      }
      const why = judgeDate(read(row), accepted, formats);
      return why === undefined ? undefined : cellProblem('invalid_date', why, row, column);
    },
  };
}

/** Why a date is wrong under the decided format, or undefined. */
function judgeDate(
  reading: DateReading,
  accepted: DateRange,
  { dateFormat, dateFormatSent }: DecidedFormats,
): string | undefined {
  const bit = dateFormatSent ? 0 : formatBit(reading, dateFormat);
  if (dateFormatSent ? reading.sent === 'ok' : (reading.inRange & bit) !== 0) return undefined;
  if (!dateFormatSent && reading.parsed === 0) return 'not a date in any known format';
  return (dateFormatSent ? reading.sent === 'unread' : (reading.parsed & bit) === 0)
    ? `not a date in the format ${dateFormat}`
    : `the date is not between ${isoDate(accepted.first)} and ${isoDate(accepted.last)}`;
}

function isoDate(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

export interface NumberCheck extends ColumnCheck {
  /** Cells per reading, as readAmount returns it. */
  counts: Int32Array;
  /** Whether the cell profiled last is a number in any format, or blank. */
  lastRead: boolean;
}

const NUMBER_CODES = {
  amount: ['invalid_amount', 'amount'],
  quantity: ['invalid_quantity', 'quantity'],
  price: ['invalid_price', 'price'],
} as const;

/** Amounts, quantities and prices. */
export function createNumberCheck(
  column: MappedColumn,
  kind: keyof typeof NUMBER_CODES,
): NumberCheck {
  const counts = new Int32Array(READINGS);
  const range: CellRange = { from: 0, to: 0 };
  const [code, noun] = NUMBER_CODES[kind];
  return {
    column,
    counts,
    blanks: 0,
    lastRead: true,
    profile(row) {
      this.lastRead = true;
      if (!locate(row, column.index, range)) {
        this.blanks += 1;
        return;
      }
      const reading = readAmount(row.bytes, range.from, range.to);
      counts[reading] = (counts[reading] ?? 0) + 1;
      this.lastRead = reading !== 0;
    },
    faults(formats) {
      const bit = FORMAT_BITS[formats.numberFormat];
      return counts.reduce((sum, count, reading) => ((reading & bit) === 0 ? sum + count : sum), 0);
    },
    fault(row, formats) {
      if (!locate(row, column.index, range)) {
        return column.required ? blankProblem(row, column) : undefined;
      }
      const reading = readAmount(row.bytes, range.from, range.to);
      if ((reading & FORMAT_BITS[formats.numberFormat]) !== 0) return undefined;
      const article = noun === 'amount' ? 'an' : 'a';
      const hint = amountHint(cellText(row, column.index).trim());
      const why = `not ${article} ${noun} in the format ${formats.numberFormat}${hint}`;
      return cellProblem(code, why, row, column);
    },
  };
}

/** With fewer cells than this a column of unknown codes is a fault, not another kind of column. */
const FOREIGN_CELLS_MIN = 3;

export interface CurrencyCheck extends ColumnCheck {
  /** The column was not named and holds no currency at all: something else goes by that name. */
  isForeign(): boolean;
}

/** ISO 4217 codes, in any letter case. */
export function createCurrencyCheck(column: MappedColumn): CurrencyCheck {
  const range: CellRange = { from: 0, to: 0 };
  const known = new Map<number, boolean>();
  let good = 0;
  let bad = 0;

  function isCurrency(row: RowView): boolean {
    const { bytes } = row;
    const { from, to } = range;
    if (to - from !== 3) return false;
    const key = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    let answer = known.get(key);
    if (answer === undefined) {
      answer = isCurrencyCode(bytes.toString('latin1', from, to).toUpperCase());
      if (known.size < 1000) known.set(key, answer);
    }
    return answer;
  }

  return {
    column,
    blanks: 0,
    profile(row) {
      if (!locate(row, column.index, range)) this.blanks += 1;
      else if (isCurrency(row)) good += 1;
      else bad += 1;
    },
    isForeign: () => !column.labelSent && good === 0 && bad >= FOREIGN_CELLS_MIN,
    faults() {
      return this.isForeign() ? 0 : bad;
    },
    fault(row) {
      if (this.isForeign() || !locate(row, column.index, range) || isCurrency(row))
        return undefined;
      return cellProblem('invalid_currency', 'not an ISO 4217 currency code', row, column);
    },
  };
}
