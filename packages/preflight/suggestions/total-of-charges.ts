import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isTax, matchHeader } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import { formatOf } from './worth-of-trades.ts';
import type { SampleRow, SeenRows } from './sample.ts';

/** Whether the header names a fee or a tax. */
export const isCharge = (header: string): boolean => isFee(header) || isTax(header);

/** More charges than brokers list. */
const PARTS_MAX = 12;
const known = new WeakMap<readonly SampleRow[], number[]>();

/**
 * Columns that add up the columns of fees and taxes to their left in each row, beside a larger amount: brokers write what a trade
 * cost in this way, under "Total" or the word for a fee. A list of fees alone has no larger amount, so its totals are what was paid.
 */
export function totalsOfCharges(sampled: SeenRows): number[] {
  const before = known.get(sampled.rows) ?? findTotals(sampled);
  known.set(sampled.rows, before);
  return before;
}

function findTotals({ looks, rows }: SeenRows): number[] {
  const isNumeric = (at: number): boolean => {
    const look = looks[at];
    return look !== undefined && look.numbers === look.filled && !isBalance(look);
  };
  const headerOf = (at: number): string => looks[at]?.header ?? '';
  const mayBePart = (at: number): boolean => isCharge(headerOf(at));
  const isAmount = (at: number): boolean =>
    isNumeric(at) && !mayBePart(at) && matchHeader(headerOf(at), 'amount') > 0;
  const columns = looks.flatMap((look, at) => (look.numbers > 0 && isNumeric(at) ? [at] : []));
  if (columns.filter(mayBePart).length < 2) return [];
  const format = formatOf(rows, columns);
  const read = new Map(
    columns.map((at) => [
      at,
      rows.map(({ cells }) => Math.abs(scaledAmountOf(cells[at] ?? '', format)) || 0),
    ]),
  );
  const valuesOf = (at: number): readonly number[] => read.get(at) ?? [];
  const isTotal = (total: number): boolean => {
    const wanted = valuesOf(total);
    const sums = rows.map(() => 0);
    let parts = 0;
    for (let at = total - 1; isNumeric(at) && !isAmount(at) && parts < PARTS_MAX; at -= 1) {
      if (!mayBePart(total) && !mayBePart(at) && read.has(at)) return false;
      if (read.has(at)) parts += 1;
      for (const [row, value] of valuesOf(at).entries()) sums[row] = (sums[row] ?? 0) + value;
      if (parts > 1 && wanted.every((value, row) => value === sums[row])) return true;
    }
    return false;
  };
  const isLarger = (at: number, total: number): boolean => {
    const sums = valuesOf(total);
    return valuesOf(at).every((value, row) => value > (sums[row] ?? 0) || sums[row] === 0);
  };
  return columns.filter(
    (total) =>
      (mayBePart(total) || isAmount(total)) &&
      valuesOf(total).some((value) => value > 0) &&
      isTotal(total) &&
      columns.some((at) => at !== total && isAmount(at) && isLarger(at, total)),
  );
}
