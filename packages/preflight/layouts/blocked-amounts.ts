import { hasNoAmount, isBlankCell, trimmedText } from '../csv/row-view.ts';
import { isCurrency } from '../fields/other-units.ts';
import { stateOf } from '../suggestions/state-words.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { Relaid } from './rewrite-cells.ts';

/**
 * Statements with a column for amounts that are only blocked yet, as `Kwota blokady`: the amount, and the currency behind it, of rows
 * without a day of booking or another amount. Undefined where there are none.
 */
export function takeBlockedAmounts(
  { bytes, start }: RowSource,
  { columns }: Reading,
  headers: readonly string[],
): Relaid | undefined {
  const [date, amount, currency] = ['date', 'amount', 'currency'].map((key) =>
    columns.find(({ field }) => field.key === key),
  );
  const isFree = (at: number): boolean => !columns.some(({ index }) => index === at);
  const blocked = headers.findIndex((header, at) => isFree(at) && stateOf(header) === 'pending');
  if (date === undefined || amount === undefined || blocked < 0) return undefined;
  const lines = new Set<number>();
  const taken = rewriteCells(bytes, start, (row) => {
    const text = trimmedText(row, blocked);
    const isBooked = !isBlankCell(row, date.index) || !hasNoAmount(row, amount.index);
    if (isBooked || !/[1-9]/.test(text)) return undefined;
    lines.add(row.line);
    const cells = new Map([[amount.index, text]]);
    const unit = trimmedText(row, blocked + 1);
    if (currency !== undefined && isBlankCell(row, currency.index) && isCurrency(unit))
      cells.set(currency.index, unit);
    return cells;
  });
  return lines.size > 0 ? { bytes: taken, warnings: [] } : undefined;
}
