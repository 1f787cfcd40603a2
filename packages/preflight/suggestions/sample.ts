import { remember } from '../remember.ts';
import { startAt } from '../csv/padded-quotes.ts';
import { cellText, createRowView } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import { isNoValue } from '../fields/no-value.ts';
import { isCurrency, isKnownUnit, isOtherUnit } from '../fields/other-units.ts';
import { datesWithin } from '../fields/dates.ts';
import { orMalformed } from '../report.ts';
import type { RowView } from '../csv/row-view.ts';
import type { DateRange } from '../fields/dates.ts';

/**
 * Limits the part of a text that suggestions examine, so that their cost does not grow with the upload. V8 gives a text
 * of 128 KiB or more pages of its own, which takes thirty times as long.
 */
export const SAMPLE_BYTES_MAX = 120 * 1024;
const SAMPLE_ROWS_MAX = 250;
const CELLS_MAX = 200;

/** The first rows as text. */
export interface SampleRow {
  line: number;
  cells: string[];
}

/** Whether a sample that starts at `from` has all rows of the text. */
export function isWholeSample(
  rows: readonly SampleRow[],
  bytes: Uint8Array,
  from: number,
): boolean {
  return rows.length < SAMPLE_ROWS_MAX && bytes.length - from <= SAMPLE_BYTES_MAX;
}

/** Reads the first rows from `from` on under one separator, respecting quotes. */
export function readSample(
  bytes: Uint8Array,
  separator: string,
  from: number,
  line = 1,
): SampleRow[] {
  const rows: SampleRow[] = [];
  const to = Math.min(bytes.length, from + SAMPLE_BYTES_MAX);
  const start = startAt(bytes, { from, to, line, separator: separator.charCodeAt(0) });
  const take = (row: RowView): boolean => {
    const cells: string[] = [];
    for (let column = 0; column < Math.min(row.cells, CELLS_MAX); column += 1) {
      cells.push(cellText(row, column).trim());
    }
    rows.push({ line: row.line, cells });
    return rows.length < SAMPLE_ROWS_MAX;
  };
  // The sample may end inside a quoted cell, or the separator may be the wrong one.
  orMalformed(() => scanRows(createRowView(bytes), start, take));
  return rows;
}

const samples = new WeakMap<Uint8Array, Map<string, readonly SampleRow[]>>();

/** The first rows of a text, read once under each separator: the search for a table and each layout ask for them. */
export function firstRows(bytes: Uint8Array, separator: string): readonly SampleRow[] {
  const known = samples.get(bytes) ?? new Map<string, readonly SampleRow[]>();
  samples.set(bytes, known);
  const rows = known.get(separator) ?? readSample(bytes, separator, 0);
  known.set(separator, rows);
  return rows;
}

/** What the cells of one column have in common. */
export interface ColumnLook {
  header: string;
  rows: number;
  filled: number;
  dates: number;
  numbers: number;
  /** Numbers with digits after the last separator that are not a group of thousands. */
  decimals: number;
  negatives: number;
  zeros: number;
  /** Dashes and the like. */
  noValues: number;
  currencies: number;
  /** Cells that name a coin, a metal, points or the like. */
  units: number;
  /** Cells that may be the id of their row, because no other cell is the same. */
  ids: number;
  /** Up to twenty distinct values. */
  values: Set<string>;
}

/** The rows of a sample, and what is known of their columns. */
export interface SeenRows {
  looks: readonly ColumnLook[];
  rows: readonly SampleRow[];
}

/** Whether a cell holds an amount other than zero. */
export function hasWorth(row: SampleRow, index: number): boolean {
  return /[1-9]/.test(row.cells[index] ?? '');
}

const VALUES_MAX = 20;

/** Examines each column below a header row. */
export function lookAtColumns(
  header: readonly string[],
  rows: readonly SampleRow[],
  accepted: DateRange,
): ColumnLook[] {
  const judge = cellJudgeOf(accepted);
  const looks = header.map((name, column) => {
    const look: ColumnLook = {
      header: name,
      rows: rows.length,
      filled: 0,
      dates: 0,
      numbers: 0,
      decimals: 0,
      negatives: 0,
      zeros: 0,
      noValues: 0,
      currencies: 0,
      units: 0,
      ids: 0,
      values: new Set(),
    };
    const ids = new Set<string>();
    for (const row of rows) {
      const cell = row.cells[column] ?? '';
      if (cell === '') continue;
      look.filled += 1;
      const seen = judge(cell);
      if (isNoValue(cell)) look.noValues += 1;
      if (seen.isDate) look.dates += 1;
      if (seen.isCurrency) look.currencies += 1;
      if (seen.isUnit) look.units += 1;
      if (seen.isNumber) look.numbers += 1;
      if (seen.hasDecimals) look.decimals += 1;
      if (seen.isNegative) look.negatives += 1;
      if (seen.isZero) look.zeros += 1;
      if (seen.isId) ids.add(cell);
      if (look.values.size < VALUES_MAX) look.values.add(cell);
    }
    look.ids = ids.size;
    // Unknown codes are not units if they outnumber the currencies.
    if (look.units > look.currencies && ![...look.values].some(isKnownUnit)) look.units = 0;
    forgetNoValues(look);
    return look;
  });
  looks.forEach((look, column) => {
    const { header = '', filled = 0, currencies } = looks[column - 1] ?? {};
    // One header spans a currency and its amount.
    if (look.header === '' && filled > 0 && currencies === filled) look.header = header;
  });
  return looks;
}

/** Among numbers a dash is a blank; among words it may be a value. */
function forgetNoValues(look: ColumnLook): void {
  if (look.numbers === 0 || look.numbers + look.noValues < look.filled) return;
  look.filled -= look.noValues;
  for (const value of look.values) if (isNoValue(value)) look.values.delete(value);
}

/** Six characters or more after any zeros, with a digit and no blank: neither a word nor the number of a row in its file. */
const ID_TEXT = /^(?=.*\d)0*[\p{L}1-9][\p{L}\p{N}._:/#-]{5,}$/u;

type CellJudge = ReturnType<typeof createCellJudge>;
const judges = new WeakMap<DateRange, CellJudge>();

/** One judge per range: the columns of an upload are examined under several readings, and their cells stay the same. */
function cellJudgeOf(accepted: DateRange): CellJudge {
  const known = judges.get(accepted) ?? createCellJudge(accepted);
  judges.set(accepted, known);
  return known;
}

/** Judges cells, and remembers the verdict on each text. */
function createCellJudge(accepted: DateRange) {
  const dates = datesWithin(accepted);
  return remember((cell: string) => {
    // Neither a date nor a number nor an id: this spares most names a closer look.
    const hasDigit = /\d/.test(cell);
    const isNumber = hasDigit && readAmountText(cell) !== 0;
    return {
      isDate: hasDigit && dates.isDate(cell),
      isCurrency: isCurrency(cell),
      isUnit: isOtherUnit(cell),
      isNumber,
      // A sign, a bracket or a currency may follow.
      hasDecimals: isNumber && /[.,](?:\d{1,2}|\d{4,})\D*$/u.test(cell),
      isNegative: isNumber && isNegativeAmount(cell),
      isZero: isNumber && /^[^1-9]*$/u.test(cell),
      isId: hasDigit && ID_TEXT.test(cell),
    };
  });
}
