import { trimmedText } from '../csv/row-view.ts';
import { isBookingDay } from '../days.ts';
import { datesWithin } from '../fields/dates.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const ROWS_MIN = 2;

/**
 * Finds three columns of numbers that are a year, a month and a day in every row, and writes the date into the first of
 * them. Undefined where there are none, or where another column has dates.
 */
export function joinDateParts(text: SeparatedText): Relaid | undefined {
  const { rows, accepted } = text;
  const dates = datesWithin(accepted);
  const first = rows.find(({ cells }) => partsAt(cells) >= 0);
  if (first === undefined) return undefined;
  const column = partsAt(first.cells);
  const isRow = ({ cells }: SampleRow): boolean => dayAt(cells, column) !== undefined;
  const of = rows.filter(({ cells }) => cells.length === first.cells.length);
  const parted = of.filter(isRow);
  const hasDates = parted.some(({ cells }) => cells.some((cell) => dates.isDate(cell)));
  const isWhole = parted.length >= ROWS_MIN && of.length - parted.length <= 1;
  if (hasDates || !isWhole) return undefined;
  const bytes = rewriteText(text, (row) => {
    const cells = [0, 1, 2].map((at) => trimmedText(row, column + at));
    const day = dayAt(cells, 0);
    return day === undefined ? undefined : new Map([[column, day]]);
  });
  return { bytes, warnings: [warning('dates_in_parts', { column: column + 1 })] };
}

/** The first of three columns with a year, a month and a day. */
function partsAt(cells: readonly string[]): number {
  return cells.findIndex((_, column) => dayAt(cells, column) !== undefined);
}

/** The day in three cells, as YYYY-MM-DD. */
function dayAt(cells: readonly string[], column: number): string | undefined {
  const [year = '', month = '', day = ''] = cells.slice(column, column + 3);
  if (!/^(?:19|20)\d{2}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day))
    return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isBookingDay(text) ? text : undefined;
}
