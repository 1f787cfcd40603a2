import { datesWithin } from '../fields/dates.ts';
import { readAmountText } from '../fields/amounts.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A single row may be the balance on a day. */
const ROWS_MIN = 2;
const CELLS_MIN = 3;

/** Warns if the rows above the table are bookings of another one. Undefined if they are not. */
export function unreadTableWarning(
  { apart, header, rows }: Hypothesis,
  accepted: DateRange,
): Warning | undefined {
  const dates = datesWithin(accepted);
  const first = Math.min(...rows.map(({ line }) => line));
  const isBooking = ({ cells }: SampleRow): boolean => {
    const filled = cells.filter((cell) => cell !== '');
    const dated = filled.filter((cell) => dates.isDate(cell));
    const isPaid = filled.some(
      (cell) => !dates.isDate(cell) && /[.,]\d{2}\D*$/.test(cell) && readAmountText(cell) !== 0,
    );
    return filled.length >= CELLS_MIN && dated.length > 0 && isPaid;
  };
  const above = apart.filter((row) => row.line < first && row.line !== header.line);
  const lines = above.filter(isBooking).map(({ line }) => line);
  const [from] = lines;
  const to = lines.at(-1);
  if (from === undefined || to === undefined || lines.length < ROWS_MIN) return undefined;
  return warning('other_table', { from, to });
}
