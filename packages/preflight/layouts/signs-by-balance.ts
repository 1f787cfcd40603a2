import { startOfText } from '../csv/padded-quotes.ts';
import { createRowView, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { directionOf, directionOfStem } from '../suggestions/direction-words.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { tellingBalance } from '../suggestions/telling-balance.ts';
import { excerpt, listed } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { Relaid } from './rewrite-cells.ts';

/** With more rows whose side is a guess, and a larger share of all, the balance is not that of all of them. */
const GUESSES_MAX = 5;
const GUESSED_SHARE_MAX = 0.02;

/**
 * Writes a minus before the amounts by which the balance falls. Undefined unless only the balance tells their side, in all but a few
 * rows. An amount with a sign keeps it.
 */
export function signByBalance(bytes: Uint8Array, found: Hypothesis): Relaid | undefined {
  const { amount, date } = found.choices;
  const followed = tellingBalance(found);
  if (amount === undefined || followed === undefined) return undefined;
  const { column, format, step, sign } = followed;
  const start = startOfText(bytes, found.separator);
  const read = (row: RowView, at: number): number => scaledAmountOf(trimmedText(row, at), format);
  // Totals have no day, and balances of their own no amount.
  const isBooking = (row: RowView): boolean =>
    !Number.isNaN(read(row, amount.index)) && /\d/.test(trimmedText(row, date?.index ?? -1));
  const balances: number[] = [];
  scanRows(createRowView(bytes), start, (row): undefined => {
    if (isBooking(row)) balances.push(read(row, column));
  });
  let at = -1;
  const guessed: number[] = [];
  const signed = rewriteCells(bytes, start, (row) => {
    if (!isBooking(row)) return undefined;
    at += 1;
    const text = trimmedText(row, amount.index);
    const moved = sign * (read(row, column) - (balances[at - step] ?? NaN));
    const isTold = !isNegativeAmount(text) && Math.abs(moved) === Math.abs(read(row, amount.index));
    if (!isTold) guessed.push(row.line);
    if (isNegativeAmount(text) || !/[1-9]/.test(text)) return undefined;
    const isOut = isTold ? moved < 0 : !saysIn(row);
    return isOut ? new Map([[amount.index, `-${text}`]]) : undefined;
  });
  if (guessed.length > Math.max(GUESSES_MAX, balances.length * GUESSED_SHARE_MAX)) return undefined;
  const values = { column: excerpt(found.header.cells[column] ?? ''), lines: listed(guessed) };
  return { bytes: signed, warnings: [warning('signs_by_balance', values)] };
}

/** Whether a word of the row says that it is money in; most bookings are money out. */
function saysIn(row: RowView): boolean {
  const cells = Array.from({ length: row.cells }, (_, at) => trimmedText(row, at));
  return cells.some((cell) => (directionOf(cell) ?? directionOfStem(plainWords(cell))) === 'in');
}
