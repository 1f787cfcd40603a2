import { datesWithin } from '../fields/dates.ts';
import { readAmountText } from '../fields/amounts.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';

/** A single row may be a balance on a day. */
const ROWS_MIN = 2;
const CELLS_MIN = 3;

/** Says that the rows above the table are bookings of another one. Undefined where they are none. */
export function unreadTableWarning(
  { apart, header, rows }: Hypothesis,
  accepted: DateRange,
): string | undefined {
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
  if (from === undefined || lines.length < ROWS_MIN) return undefined;
  return `Lines ${from} to ${to} above the table look like bookings of another one, and are not read. Send rows_to_skip to read that one, and each table into its own account.`;
}
