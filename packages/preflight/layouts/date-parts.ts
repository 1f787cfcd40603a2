import { hasPaddedQuotes } from '../csv/padded-quotes.ts';
import { trimmedText } from '../csv/row-view.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { isBookingDay } from '../days.ts';
import { datesWithin } from '../fields/dates.ts';
import { firstRows } from '../suggestions/sample.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { DateRange } from '../fields/dates.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const ROWS_MIN = 2;

/**
 * Writes the day in the first of three columns of numbers that are a year, a month and a day in every row. Undefined where there are
 * none, or another column has dates.
 */
export function joinDateParts(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  const dates = datesWithin(accepted);
  for (const separator of SEPARATORS) {
    const rows = firstRows(bytes, separator);
    const first = rows.find(({ cells }) => partsAt(cells) >= 0);
    const column = first === undefined ? -1 : partsAt(first.cells);
    if (first === undefined || column < 0) continue;
    const isRow = ({ cells }: SampleRow): boolean => dayAt(cells, column) !== undefined;
    const of = rows.filter(({ cells }) => cells.length === first.cells.length);
    const parted = of.filter(isRow);
    const hasDates = parted.some(({ cells }) => cells.some((cell) => dates.isDate(cell)));
    const isWhole = parted.length >= ROWS_MIN && of.length - parted.length <= 1;
    if (hasDates || !isWhole) continue;
    const plain = { from: 0, to: bytes.length, line: 1, separator: separator.charCodeAt(0) };
    const joined = rewriteCells(
      bytes,
      { ...plain, padded: hasPaddedQuotes(bytes, plain) },
      (row) => {
        const cells = [0, 1, 2].map((at) => trimmedText(row, column + at));
        const day = dayAt(cells, 0);
        return day === undefined ? undefined : new Map([[column, day]]);
      },
    );
    return { bytes: joined, warnings: [warning('dates_in_parts', { column: column + 1 })] };
  }
  return undefined;
}

/** The first column of a year, a month and a day. */
function partsAt(cells: readonly string[]): number {
  return cells.findIndex((_, column) => dayAt(cells, column) !== undefined);
}

/** The day of three cells, as YYYY-MM-DD. */
function dayAt(cells: readonly string[], column: number): string | undefined {
  const [year = '', month = '', day = ''] = cells.slice(column, column + 3);
  if (!/^(?:19|20)\d{2}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day))
    return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isBookingDay(text) ? text : undefined;
}
