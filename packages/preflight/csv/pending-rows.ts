import { splitTime } from '../fields/split-time.ts';
import { isSplitField } from './headers.ts';
import { isStateWord, opensPending, stateOf } from '../suggestions/state-words.ts';
import { hasNoAmount, trimmedText } from './row-view.ts';
import type { MappedColumn } from './headers.ts';
import type { LeftOut } from './left-out-words.ts';
import type { RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';

const WRITTEN_DAY =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])(?:\d{1,2}|[A-Za-z]{3})\2\d{2}(?:\d{2})?)\.?$/;
const CELLS_MAX = 50;
/** A PayPal authorisation does not change the balance, as its last column says; the payment has a row of its own. */
const MEMO = /^m[eé]mo$/iu;

const textsOf = (row: RowView): string[] =>
  Array.from({ length: Math.min(row.cells, CELLS_MAX) }, (_, column) => trimmedText(row, column));

/** The first column whose cell is just a date, such as that of the purchase; undefined if there is none. */
export function findDay(row: RowView): number | undefined {
  for (let column = 0; column < Math.min(row.cells, CELLS_MAX); column += 1) {
    const text = trimmedText(row, column);
    if (text.length > 5 && WRITTEN_DAY.test(splitTime(text)?.date ?? text)) return column;
  }
  return undefined;
}

/**
 * Why a row that lacks a day of booking or a balance is left out: the first cell that is a word for a state says so, else the first text
 * with a word for pending; without any, the row only seems to be pending.
 */
export function unbookedIn(row: RowView): LeftOut {
  const cells = textsOf(row);
  for (const word of cells) {
    const reason = isStateWord(word) ? stateOf(word) : undefined;
    if (reason === 'pending' || reason === 'not_booked') return { reason, word };
  }
  const word = cells.find(opensPending);
  return { reason: 'pending', ...(word !== undefined && { word }) };
}

/**
 * Decides whether a row that the file calls pending is imported as such. If so, the verdict names the column of its
 * date, which is another one if the booking date is still blank. A row without a date or an amount is left out.
 * Undefined if the file's rows are not bookings of an account, or if all such rows are left out.
 */
export function createPendingTaker(
  columns: readonly MappedColumn[],
  { unbookedRows }: Pick<CsvSettings, 'unbookedRows'>,
): ((row: RowView, leftOut: LeftOut) => LeftOut) | undefined {
  const date = columns.find(({ field }) => field.kind === 'date');
  const amounts = columns.filter(({ field }) => field.key === 'amount' || isSplitField(field));
  if (date === undefined || amounts.length === 0 || unbookedRows === 'leave_out') return undefined;
  const lacksAmount = (row: RowView): boolean =>
    amounts.every(({ index }) => hasNoAmount(row, index));
  return (row, leftOut) => {
    const isGuess = leftOut.word === undefined;
    if ((isGuess && unbookedRows !== 'import_pending') || lacksAmount(row)) return leftOut;
    const memo = textsOf(row).find((text) => MEMO.test(text));
    if (memo !== undefined) return { reason: 'not_booked', word: memo };
    const text = trimmedText(row, date.index);
    const dateAt = /\d/.test(text) && text !== leftOut.word ? date.index : findDay(row);
    return dateAt === undefined ? leftOut : { ...leftOut, dateAt };
  };
}
