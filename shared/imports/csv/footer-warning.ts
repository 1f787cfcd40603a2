import { isFigureLabel } from '../evidence/stated-totals.ts';
import { MalformedCsvError } from '../report.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { readRows } from './check-rows.ts';
import { lineAt } from './lines.ts';
import type { CellFault, Cells, Reading } from './read-row.ts';
import type { ReadRow, RowSource } from './check-rows.ts';
import type { MappedColumn } from './headers.ts';
import type { CsvSettings } from './settings.ts';

/** Lines that the warning names. */
const LINES_LISTED_MAX = 5;
const BOOKED_KINDS: ReadonlySet<string> = new Set(['date', 'amount', 'quantity', 'price']);

/**
 * Names the rows that `footer_rows_to_skip` leaves out although they hold a date or an amount that is no total: a
 * booking whose other cell does not read looks like the footer of a short statement, and would be lost without a word.
 * `source` ends where the footer begins.
 */
export function footerWarning(
  source: RowSource,
  { settings, ...reading }: Reading & { settings: CsvSettings },
): string | undefined {
  if (settings.footerRowsToSkip === 0) return undefined;
  const { bytes, start } = source;
  const rest = { ...start, from: start.to, to: bytes.length, line: lineAt(bytes, start.to) };
  const whole = { ...reading, settings: { ...settings, skipIncompleteRows: false } };
  const lines: number[] = [];
  try {
    readRows({ ...source, start: rest }, whole, (row) => {
      if (isLikeBooking(reading.columns, row)) lines.push(row.line);
      return lines.length <= LINES_LISTED_MAX;
    });
  } catch (error) {
    // What stands behind a quote that is never closed has no cells.
    if (!(error instanceof MalformedCsvError)) throw error;
  }
  if (lines.length === 0) return undefined;
  const listed = lines.slice(0, LINES_LISTED_MAX).join(', ');
  const more = lines.length > LINES_LISTED_MAX ? ', …' : '';
  return `Lines left out at the end (footer_rows_to_skip: ${settings.footerRowsToSkip}) hold a date or an amount: ${listed}${more}. Make sure that they are no bookings.`;
}

/** Whether a row has a date, or an amount beside words that name neither a total nor a balance. */
function isLikeBooking(
  columns: readonly MappedColumn[],
  { cells, faults }: Pick<ReadRow, 'cells' | 'faults'>,
): boolean {
  const held = columns.filter((column) => isBooked(column, cells, faults));
  if (held.length === 0 || held.some(({ field }) => field.kind === 'date')) return held.length > 0;
  const texts = columns.filter(({ field }) => field.kind === 'text' || field.kind === 'date');
  const words = plainWords(texts.map(({ field }) => cells[field.key] ?? '').join(' '));
  return words !== '' && !isFigureLabel(words);
}

/** Whether a cell for a date or a number reads as one, or is a mistyped one: digits outnumber its letters. */
function isBooked({ field }: MappedColumn, cells: Cells, faults: readonly CellFault[]): boolean {
  const text = cells[field.key] ?? '';
  if (text === '' || !BOOKED_KINDS.has(field.kind)) return false;
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const reads = !faults.some(({ column }) => column.field.key === field.key);
  return digits > 0 && (reads || digits > letters);
}
