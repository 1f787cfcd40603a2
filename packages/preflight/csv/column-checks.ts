import { isDigit, utf8Text } from '../bytes.ts';
import { holdsUnder, isNegativeAmount, readAmount, READINGS } from '../fields/amounts.ts';
import { currenciesOfCell } from '../fields/currency-marks.ts';
import { judgeDate, judgeDateElsewhere } from '../fields/date-fault.ts';
import { createDateProfile } from '../fields/dates.ts';
import { isLongerThan, onOneLine } from '../text.ts';
import { RowTally } from '../row-tally.ts';
import { splitTags } from '../types/row-values.ts';
import { isSparseAmount } from './headers.ts';
import {
  hasNoAmount,
  isBlankCell,
  locateCell,
  rangeText,
  rememberLast,
  trimmedText,
} from './row-view.ts';
import type { FileCurrency } from '../evidence/file-currency.ts';
import type { CellRange, RowView } from './row-view.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { DecidedDateFormat } from '../fields/date-fault.ts';
import type { DateRange } from '../fields/dates.ts';
import type { FieldSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { MappedColumn } from './headers.ts';

/** How the cells are read: as the settings say, else as decided from the whole column. */
export interface DecidedFormats extends DecidedDateFormat {
  numberFormat: NumberFormat;
  numberFormatSent: boolean;
  /** The column called currency holds something else. */
  currencyIgnored: boolean;
  /** ISO 4217, for rows whose cells name no currency; absent if unknown. */
  currency?: string;
  /** What the file says about the currency outside of a column; absent if it says nothing. */
  fileCurrency?: FileCurrency;
  /** Columns for money out, money in or a fee whose amounts usually have a minus: an amount without one is a reversal. */
  negatedSplits: ReadonlySet<FieldKey>;
}

/**
 * Creates the check of one imported column for the first pass. It only counts how the cells read, so that the formats can
 * be decided for the whole column: blank cells, and those that are wrong under the decided formats. `createRowReader` says
 * what a single cell means, or why it cannot be read. `sentFormat` is a date format. `profile` returns whether a date or
 * number that every row needs can be read in some format: where that ends, a footer may begin.
 */
export function createCheck(column: MappedColumn, accepted: DateRange, sentFormat?: string) {
  switch (column.field.kind) {
    case 'date':
      return createDateCheck(column, accepted, sentFormat);
    case 'currency':
      return createCurrencyCheck(column);
    case 'text':
      return createTextCheck(column);
    default:
      return createNumberCheck(column);
  }
}

/** A column of states has few texts. */
export const FEW_TEXTS_MAX = 4;

/** Text: counts blank cells and those that are too long. */
function createTextCheck(column: MappedColumn) {
  const tooLong = new RowTally();
  const unknown = new RowTally();
  const unknownTexts = new Set<string>();
  const { lengthMax = Infinity, known } = column.field;
  const range: CellRange = { from: 0, to: 0 };
  return {
    kind: 'text' as const,
    column,
    blanks: new RowTally(),
    /** Cells whose text means nothing to the import. */
    unknown,
    /** The first few of these texts. */
    unknownTexts,
    profile(row: RowView): boolean {
      if (isBlankCell(row, column.index)) this.blanks.add(row);
      else if (known?.isIt(trimmedText(row, column.index)) === false) {
        if (unknownTexts.size <= FEW_TEXTS_MAX) unknownTexts.add(trimmedText(row, column.index));
        unknown.add(row);
      }
      return true;
    },
    /** Checks whether the cell is too long for its field; only a row with more bytes than that can have such a cell. */
    measure(row: RowView): void {
      if (!locateCell(row, column.index, range) || range.to - range.from <= lengthMax) return;
      if (isTooLong(column.field, rangeText(row, column.index, range))) tooLong.add(row);
    },
    faults: (): RowTally[] => [tooLong],
  };
}

/** Whether a text, or one of the tags in it, is too long for its field. */
export function isTooLong({ key, lengthMax = Infinity }: FieldSpec, text: string): boolean {
  if (text.length <= lengthMax) return false;
  const texts = key === 'tags' ? splitTags(text) : [key === 'name' ? onOneLine(text) : text];
  return texts.some((each) => isLongerThan(each, lengthMax));
}

/** Dates: `sentFormat` is strict; without it the format is decided from the whole column. */
function createDateCheck(column: MappedColumn, accepted: DateRange, sentFormat?: string) {
  const dates = createDateProfile(accepted, sentFormat);
  /** Dates of pending rows that have none in this column. They may have a time, and say nothing about the column's format. */
  const elsewhere = createDateProfile(accepted, sentFormat);
  const range: CellRange = { from: 0, to: 0 };
  const read = rememberLast((text) => dates.read(text));
  const isNeeded = column.field.required === true;
  return {
    kind: 'date' as const,
    column,
    dates,
    elsewhere,
    blanks: new RowTally(),
    profile(row: RowView, dateAt = column.index): boolean {
      if (!locateCell(row, dateAt, range)) {
        this.blanks.add(row);
        return !isNeeded;
      }
      const isElsewhere = dateAt !== column.index;
      const reading = isElsewhere
        ? elsewhere.read(rangeText(row, dateAt, range))
        : read(row, dateAt, range);
      reading.rows.add(row);
      return !isNeeded || reading.parsed !== 0 || reading.sent !== 'unread';
    },
    faults: (formats: DecidedFormats) =>
      [
        ...dates.readings.filter((reading) => judgeDate(reading, accepted, formats) !== undefined),
        ...elsewhere.readings.filter(
          (reading) => judgeDateElsewhere(reading, accepted, formats) !== undefined,
        ),
      ].map(({ rows }) => rows),
  };
}

function createNumberCheck(column: MappedColumn) {
  const readings = Array.from({ length: READINGS }, () => new RowTally());
  const range: CellRange = { from: 0, to: 0 };
  const isSparse = isSparseAmount(column.field);
  const isNeeded = column.field.required === true;
  return {
    kind: 'number' as const,
    column,
    /** Number of cells for each reading that readAmount may return. */
    counts: () => Int32Array.from(readings, ({ count }) => count),
    blanks: new RowTally(),
    /** For a column of money out, money in or a fee: the number of negative amounts minus that of positive ones. */
    negativesMore: 0,
    /** Whether any is negative. */
    hasNegatives: false,
    profile(row: RowView): boolean {
      if (isSparse && hasNoAmount(row, column.index)) return true;
      if (!locateCell(row, column.index, range)) {
        this.blanks.add(row);
        return true;
      }
      const reading = readAmount(row.bytes, range.from, range.to);
      if (reading === 0 && hasNoAmount(row, column.index)) {
        this.blanks.add(row);
        return true;
      }
      const rows = readings[reading];
      if (rows !== undefined) rows.add(row);
      if (isSparse && reading !== 0) {
        const sign = signOf(row.bytes, range);
        this.negativesMore -= sign;
        if (sign < 0) this.hasNegatives = true;
      }
      return !isNeeded || reading !== 0;
    },
    faults: ({ numberFormat, numberFormatSent }: DecidedFormats) =>
      readings.filter((_, reading) => !holdsUnder(reading, numberFormat, numberFormatSent)),
  };
}

/** The sign of an amount: 1, -1, or 0 for zero. The first byte shows it for most amounts. */
function signOf(bytes: Uint8Array, { from, to }: CellRange): number {
  const first = bytes[from] ?? 0;
  if (first >= 49 && first <= 57 && isDigit(bytes[to - 1])) return 1;
  const text = utf8Text(bytes, from, to);
  if (isNegativeAmount(text)) return -1;
  return /[1-9]/.test(text) ? 1 : 0;
}

/** Fewer unknown codes than this are faults; this many show that the column holds something else. */
const FOREIGN_CELLS_MIN = 3;

/** Currencies: ISO 4217 codes in any letter case, or symbols. */
function createCurrencyCheck(column: MappedColumn) {
  const range: CellRange = { from: 0, to: 0 };
  const known = new Map<number, boolean>();
  // Most cells equal the one above.
  let lastKey = -1;
  let last = false;
  let good = 0;
  const bad = new RowTally();

  function isCurrency({ bytes }: RowView): boolean {
    const { from, to } = range;
    if (to - from !== 3) return currenciesOfCell(utf8Text(bytes, from, to)) !== undefined;
    const key = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    if (key === lastKey) return last;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = currenciesOfCell(utf8Text(bytes, from, to)) !== undefined;
      if (known.size < 1000) known.set(key, answer);
    }
    lastKey = key;
    last = answer;
    return answer;
  }

  return {
    kind: 'currency' as const,
    column,
    blanks: new RowTally(),
    profile(row: RowView): boolean {
      if (!locateCell(row, column.index, range)) this.blanks.add(row);
      else if (isCurrency(row)) good += 1;
      else bad.add(row);
      return true;
    },
    /** Whether no setting named the column and it holds no currency at all: its header means something else. */
    isForeign: () => !column.labelSent && good === 0 && bad.count >= FOREIGN_CELLS_MIN,
    faults: ({ currencyIgnored }: DecidedFormats) => (currencyIgnored ? [] : [bad]),
  };
}

export type ColumnCheck = ReturnType<typeof createCheck>;
