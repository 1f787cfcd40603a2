import { createLeftOutJudge } from '../csv/left-out-rows.ts';
import { cellsOf, createRowReader } from '../csv/read-row.ts';
import { createRowView, hasNoAmount, isBlankCell, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { readDecimal } from '../fields/amounts.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { excerpt, listed } from '../text.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { Relaid } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/** A booking, and the balance after it if the file prints one. */
interface Move {
  amount: number;
  balance: number | undefined;
}

/** This many steps from balance to balance prove that the rows between are bookings. */
const STEPS_MIN = 2;

/**
 * Statements that print a day only with the first of its bookings: rows with an amount and no date get that of the booking above,
 * if the balance moves by all of them. Parts of a collective booking look the same, but do not move it. Undefined where not proven.
 */
export function fillDates(
  source: RowSource,
  reading: Reading,
  headers: readonly string[],
): Relaid | undefined {
  const { columns, settings, formats } = reading;
  const date = columns.find(({ field }) => field.kind === 'date');
  const amounts = columns.filter(({ field }) => field.kind === 'amount').map(({ index }) => index);
  const balance = headers.findIndex(
    (header, index) => !amounts.includes(index) && matchHeader(header, 'balance') > 0,
  );
  const judge = createLeftOutJudge(columns, settings, source.section);
  if (date === undefined || balance < 0 || judge === undefined) return undefined;
  const read = createRowReader(reading);
  const moves: Move[] = [];
  const filled = new Map<number, string>();
  /** The same, with the rows below the last balance, which nothing proves. */
  const open = new Map<number, string>();
  let day = '';
  scanRows(createRowView(source.bytes), source.start, (row): undefined => {
    const leftOut = judge(row);
    const isUndated =
      leftOut !== undefined &&
      day !== '' &&
      isBlankCell(row, date.index) &&
      amounts.some((index) => !hasNoAmount(row, index));
    if (leftOut !== undefined && !isUndated) return;
    const cells = cellsOf(row, columns, leftOut?.dateAt);
    if (isUndated) {
      open.set(row.line, day);
      cells[date.field.key] = day;
    } else day = cells[date.field.key] ?? '';
    const after = readDecimal(trimmedText(row, balance), formats.numberFormat);
    if (after !== undefined) for (const [line, text] of open) filled.set(line, text);
    moves.push({
      amount: Number(read(cells).values.amount ?? NaN),
      balance: after === undefined ? undefined : Number(after),
    });
  });
  if (filled.size === 0 || !(isFollowed(moves) || isFollowed([...moves].reverse())))
    return undefined;
  const bytes = rewriteCells(source.bytes, source.start, (row) => {
    const text = filled.get(row.line);
    return text === undefined ? undefined : new Map([[date.index, text]]);
  });
  const lines = listed([...filled.keys()]);
  const values = { count: filled.size, column: excerpt(headers[balance] ?? ''), lines };
  return { bytes, warnings: [warning('dates_filled', values)] };
}

/** Whether every balance follows from the one before and the amounts since. */
function isFollowed(moves: readonly Move[]): boolean {
  let before: number | undefined;
  let sum = 0;
  let steps = 0;
  for (const { amount, balance } of moves) {
    sum += amount;
    if (balance === undefined) continue;
    if (before !== undefined) {
      if (!(Math.abs(balance - before - sum) < 0.005)) return false;
      steps += 1;
    }
    before = balance;
    sum = 0;
  }
  return steps >= STEPS_MIN;
}
