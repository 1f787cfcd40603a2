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

/** With more rows whose side is a guess, the balance is not that of all of them. */
const GUESSES_MAX = 5;

/**
 * Writes a minus before the amounts by which the balance falls. Undefined unless only the balance tells their side, in all but a few
 * rows, or where an amount has a sign after all.
 */
export function signByBalance(bytes: Uint8Array, found: Hypothesis): Relaid | undefined {
  const { amount } = found.choices;
  const followed = tellingBalance(found);
  if (amount === undefined || followed === undefined) return undefined;
  const { column, format, step, sign } = followed;
  const start = startOfText(bytes, found.separator);
  const read = (row: RowView, at: number): number => scaledAmountOf(trimmedText(row, at), format);
  // Totals and balances of their own have no amount.
  const isBooking = (row: RowView): boolean => !Number.isNaN(read(row, amount.index));
  const balances: number[] = [];
  let isSigned = false as boolean;
  scanRows(createRowView(bytes), start, (row): undefined => {
    if (!isBooking(row)) return;
    if (isNegativeAmount(trimmedText(row, amount.index))) isSigned = true;
    balances.push(read(row, column));
  });
  if (isSigned) return undefined;
  let at = -1;
  const guessed: number[] = [];
  const signed = rewriteCells(bytes, start, (row) => {
    if (!isBooking(row)) return undefined;
    at += 1;
    const moved = sign * (read(row, column) - (balances[at - step] ?? NaN));
    const isTold = Math.abs(moved) === Math.abs(read(row, amount.index));
    if (!isTold) guessed.push(row.line);
    const isOut = isTold ? moved < 0 : !saysIn(row);
    const text = trimmedText(row, amount.index);
    return isOut && /[1-9]/.test(text) ? new Map([[amount.index, `-${text}`]]) : undefined;
  });
  if (guessed.length > GUESSES_MAX) return undefined;
  const values = { column: excerpt(found.header.cells[column] ?? ''), lines: listed(guessed) };
  return { bytes: signed, warnings: [warning('signs_by_balance', values)] };
}

/** Whether a word of the row says that it is money in; most bookings are money out. */
function saysIn(row: RowView): boolean {
  const cells = Array.from({ length: row.cells }, (_, at) => trimmedText(row, at));
  return cells.some((cell) => (directionOf(cell) ?? directionOfStem(plainWords(cell))) === 'in');
}
