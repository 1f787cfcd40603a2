import { startOfText } from '../csv/padded-quotes.ts';
import { createRowView, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { directionOf, directionOfStem } from '../suggestions/direction-words.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { tellingBalance } from '../suggestions/telling-balance.ts';
import { excerpt } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { Relaid } from './rewrite-cells.ts';

/** Writes a minus before the amounts by which the balance falls. Undefined unless only the balance tells their side. */
export function signByBalance(bytes: Uint8Array, found: Hypothesis): Relaid | undefined {
  const { amount } = found.choices;
  const followed = tellingBalance(found);
  if (amount === undefined || followed === undefined) return undefined;
  const { column, format, step, sign } = followed;
  const start = startOfText(bytes, found.separator);
  const read = (row: RowView, at: number): number => scaledAmountOf(trimmedText(row, at), format);
  const balances: number[] = [];
  scanRows(createRowView(bytes), start, (row): undefined => {
    const balance = read(row, column);
    if (!Number.isNaN(balance)) balances.push(balance);
  });
  let at = -1;
  let open = 0;
  const signed = rewriteCells(bytes, start, (row) => {
    const balance = read(row, column);
    if (Number.isNaN(balance)) return undefined;
    at += 1;
    const before = balances[at - step];
    if (before === undefined) open = row.line;
    const isOut = before === undefined ? !saysIn(row) : sign * (balance - before) < 0;
    const text = trimmedText(row, amount.index);
    return isOut && /[1-9]/.test(text) ? new Map([[amount.index, `-${text}`]]) : undefined;
  });
  const header = excerpt(found.header.cells[column] ?? '');
  return { bytes: signed, warnings: [warning('signs_by_balance', { column: header, line: open })] };
}

/** Whether a word of the row says that it is money in; most bookings are money out. */
function saysIn(row: RowView): boolean {
  const cells = Array.from({ length: row.cells }, (_, at) => trimmedText(row, at));
  return cells.some((cell) => (directionOf(cell) ?? directionOfStem(plainWords(cell))) === 'in');
}
