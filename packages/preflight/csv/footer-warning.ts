import { isFigureLabel } from '../evidence/stated-totals.ts';
import { readAmountText } from '../fields/amounts.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { dialectRows } from './dialect/dialect-rows.ts';
import { textSeparatedBy } from './dialect/dialect.ts';
import { listed } from '../text.ts';
import { lineAt } from './lines.ts';
import { createRowReader } from './read-row.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';
import type { CellFault, Cells, Reading, ReadRow } from './read-row.ts';
import type { RowSource } from './check-rows.ts';
import type { MappedColumn } from './headers.ts';

const BOOKED_KINDS: ReadonlySet<string> = new Set(['date', 'amount', 'quantity', 'price']);

/**
 * Warns of the rows that `footer_rows_to_skip` leaves out although they have a date, or an amount that is not a total.
 * A booking with an unreadable cell looks like the footer of a short statement, and would be lost silently. `source`
 * ends where the footer begins.
 */
export function footerWarning(source: RowSource, reading: Reading): Warning | undefined {
  const { footerRowsToSkip } = reading.settings;
  if (footerRowsToSkip === 0) return undefined;
  const lines: number[] = [];
  for (const row of footerRows(source, reading)) {
    if (isLikeBooking(reading.columns, row)) lines.push(row.line);
  }
  if (lines.length === 0) return undefined;
  return warning('footer_with_bookings', { rows: footerRowsToSkip, lines: listed(lines) });
}

/** Whether a row below the end of `source` has both a date and an amount, in separate cells, mistyped or not. */
export function losesBooking(source: RowSource, reading: Reading): boolean {
  const { columns } = reading;
  for (const { cells, faults } of footerRows(source, reading)) {
    const held = columns.filter((column) => isBooked(column, cells, faults));
    // A number in the column of dates is a figure of the footer.
    const dated = held.some(
      ({ field: { kind, key } }) =>
        kind === 'date' &&
        (readAmountText(cells[key] ?? '') === 0 ||
          !faults.some(({ column }) => column.field.key === key)),
    );
    if (dated && held.some(({ field }) => field.kind !== 'date')) return true;
  }
  return false;
}

/** The rows below the end of `source`. A row with a quote that is never closed ends with its line, and the next begins there. */
function* footerRows({ bytes, start }: RowSource, reading: Reading): Generator<ReadRow> {
  const { separator, padded = false } = start;
  const text = textSeparatedBy(String.fromCharCode(separator), bytes);
  const from = { from: start.to, line: lineAt(bytes, start.to), padded };
  const read = createRowReader(reading);
  for (const row of dialectRows(text, from)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    const cells: Cells = {};
    for (const { field, index } of reading.columns)
      cells[field.key] = (row.cells[index] ?? '').trim();
    yield { line: row.line, cells, ...read(cells) };
  }
}

/** Whether a row has a date, or an amount next to words that name neither a total nor a balance. */
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

/** Whether a text begins with a label, as in "Balance 2025-03-06": it is not a mistyped date then. A month or day is no label. */
function isLabel(text: string): boolean {
  const [word = ''] = /^\p{L}{4,}(?=[ :])/u.exec(text) ?? [];
  return word !== '' && !DATE_NAMES.has(word.slice(0, 3).toLowerCase());
}

const DATE_NAMES: ReadonlySet<string> = new Set(
  'jan feb mar apr may jun jul aug sep oct nov dec sun mon tue wed thu fri sat'.split(' '),
);

/** Whether a cell for a date or a number can be read as one, or is a mistyped one with more digits than letters. */
function isBooked({ field }: MappedColumn, cells: Cells, faults: readonly CellFault[]): boolean {
  const text = cells[field.key] ?? '';
  if (text === '' || !BOOKED_KINDS.has(field.kind)) return false;
  if (field.kind === 'date' && isLabel(text)) return false;
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const reads = !faults.some(({ column }) => column.field.key === field.key);
  return digits > 0 && (reads || digits > letters);
}
