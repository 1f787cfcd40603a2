import { datesWithin } from '../fields/dates.ts';
import { readAmountText } from '../fields/amounts.ts';
import type { DateRange } from '../fields/dates.ts';
import { matchHeader } from './header-words.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A single row may be the balance on a day, unless it is below a header. */
const ROWS_MIN = 2;
const CELLS_MIN = 3;

/** Warns if the rows above the table are bookings of another one. Undefined if they are not. */
export function unreadTableWarning(
  { apart, header, rows }: Hypothesis,
  accepted: DateRange,
): Warning | undefined {
  const dates = datesWithin(accepted);
  const start = Math.min(...rows.map(({ line }) => line));
  const isBooking = ({ cells }: SampleRow): boolean => {
    const filled = cells.filter((cell) => cell !== '');
    const dated = filled.filter((cell) => dates.isDate(cell));
    const isPaid = filled.some(
      (cell) => !dates.isDate(cell) && /[.,]\d{2}\D*$/.test(cell) && readAmountText(cell) !== 0,
    );
    return filled.length >= CELLS_MIN && dated.length > 0 && isPaid;
  };
  const above = apart.filter((row) => row.line < start && row.line !== header.line);
  const bookings = above.filter(isBooking);
  const [first, last] = [bookings[0], bookings.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const before = above[above.indexOf(first) - 1];
  if (bookings.length >= ROWS_MIN)
    return warning('other_table', { from: first.line, to: last.line });
  if (before === undefined || !nameBookings(before.cells)) return undefined;
  return warning('other_table', { from: before.line, to: first.line });
}

/** Whether the headers include those of a day and of an amount. */
export function nameBookings(headers: readonly string[]): boolean {
  const name = (...roles: readonly ColumnRole[]): boolean =>
    headers.some((header) => roles.some((role) => matchHeader(header, role) > 0));
  return name('date') && name('amount', 'outflow', 'inflow');
}
