import { SEPARATORS } from '#preflight/csv/settings';
import { decodeText } from '#preflight/csv/decode';
import { readAmountText } from '#preflight/fields/amounts';
import { acceptedDates, datesWithin } from '#preflight/fields/dates';
import { readSample } from '#preflight/suggestions/sample';
import type { SampleRow } from '#preflight/suggestions/sample';

const ROWS_MIN = 2;
const CELLS_MIN = 3;

/** Why a file is not a statement: it is not a table at all, or its first row is already a booking. */
export type NoStatement = 'no table' | 'no header row';

/**
 * Judges a file without the search that this tests: a table has rows of at least three cells under some separator, and
 * a header row comes before the first row with a date and a number. Returns undefined for a statement.
 */
export function whyNoStatement(content: Uint8Array, now: Date): NoStatement | undefined {
  const { bytes } = decodeText(content, undefined);
  const tables = SEPARATORS.map((separator) =>
    readSample(bytes, separator, 0).filter(({ cells }) => cells.length >= CELLS_MIN),
  );
  const [widest = []] = tables.sort((one, other) => weightOf(other) - weightOf(one));
  if (widest.length < ROWS_MIN) return 'no table';
  const dates = datesWithin(acceptedDates(now));
  const isBooking = ({ cells }: SampleRow): boolean =>
    cells.some((cell) => dates.isDate(cell)) && cells.some((cell) => readAmountText(cell) !== 0);
  const [first] = widest;
  return first !== undefined && isBooking(first) ? 'no header row' : undefined;
}

function weightOf(rows: readonly SampleRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.length, 0);
}
