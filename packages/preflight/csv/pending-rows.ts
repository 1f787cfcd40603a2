import { hasDigit } from '../bytes.ts';
import { splitTime } from '../fields/split-time.ts';
import { plainDate } from '../fields/strptime.ts';
import { isUnbooked } from '../suggestions/only-booked.ts';
import { isWorded } from '../suggestions/score-columns.ts';
import { isSplitField } from './headers.ts';
import { isStateWord, opensPending, stateOf } from '../suggestions/state-words.ts';
import { hasNoAmount, trimmedText } from './row-view.ts';
import type { MappedColumn } from './headers.ts';
import type { LeftOut, RowJudge } from './left-out-words.ts';
import type { RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';

const WRITTEN_DAY =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])(?:\d{1,2}|[A-Za-z]{3})\2\d{2}(?:\d{2})?)\.?$/;
const CELLS_MAX = 50;

function isDay(text: string): boolean {
  return text.length > 5 && WRITTEN_DAY.test(splitTime(text)?.date ?? text);
}

/** The first column whose cell is just a date, such as that of the purchase; undefined if there is none. */
export function findDay(row: RowView): number | undefined {
  for (let column = 0; column < Math.min(row.cells, CELLS_MAX); column += 1) {
    const text = trimmedText(row, column);
    if (isDay(text)) return column;
  }
  return undefined;
}

/**
 * Why a row that lacks a day of booking or a balance is left out: the first cell that is a word for a state says so, else the first text
 * with a word for pending; without any, the row only seems to be pending.
 */
export function unbookedIn(row: RowView): LeftOut {
  const cells = Array.from({ length: Math.min(row.cells, CELLS_MAX) }, (_, column) =>
    trimmedText(row, column),
  );
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
    const text = trimmedText(row, date.index);
    const dateAt =
      /\d/.test(text) && (text !== leftOut.word || isDay(plainDate(text)))
        ? date.index
        : findDay(row);
    return dateAt === undefined ? leftOut : { ...leftOut, dateAt };
  };
}

/** Rows without what only bookings have: a balance, a second date if their text calls them pending, or the answer that they are booked. */
export function createReservedJudge(
  columns: readonly MappedColumn[],
  { unbookedRows }: Pick<CsvSettings, 'unbookedRows'>,
): RowJudge | undefined {
  const column = columns.find(({ booked }) => booked !== undefined);
  if (column?.booked === undefined || unbookedRows === 'import') return undefined;
  const { index, booked } = column;
  const { at, others, answer, wordAt } = booked;
  return (row) => {
    if (at < row.cells && hasDigit(row.bytes, row.starts[at] ?? 0, row.ends[at] ?? 0))
      return undefined;
    const cell = trimmedText(row, at);
    if (!isUnbooked(booked, cell)) return undefined;
    if (answer !== undefined) return { reason: 'pending', word: `${answer.header}: ${cell}` };
    if (cell !== '') return { reason: 'pending', word: cell };
    if (others === 'repeated' || others === 'not_booked') return { reason: others };
    if (others === 'total')
      return isWorded(trimmedText(row, index)) ? undefined : { reason: 'total' };
    if (wordAt === undefined) return unbookedIn(row);
    const word = trimmedText(row, wordAt);
    return opensPending(word) ? { reason: 'pending', word } : undefined;
  };
}
