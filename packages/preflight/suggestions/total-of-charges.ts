import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isTax, matchHeader } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import { formatOf } from './worth-of-trades.ts';
import type { Sampled } from './score-columns.ts';

/**
 * Columns that add up the columns of fees and taxes to their left in each row, beside a larger amount: brokers write what a trade
 * cost in this way, under "Total" or the word for a fee. A list of fees alone has no larger amount, so its totals are what was paid.
 */
export function totalsOfCharges({ looks, rows }: Pick<Sampled, 'looks' | 'rows'>): number[] {
  const isNumeric = (at: number): boolean => {
    const look = looks[at];
    return look !== undefined && look.numbers === look.filled && !isBalance(look);
  };
  const headerOf = (at: number): string => looks[at]?.header ?? '';
  const isCharge = (at: number): boolean => isFee(headerOf(at)) || isTax(headerOf(at));
  const isAmount = (at: number): boolean =>
    isNumeric(at) && !isCharge(at) && matchHeader(headerOf(at), 'amount') > 0;
  const columns = looks.map((_, at) => at);
  if (columns.filter((at) => isNumeric(at) && isCharge(at)).length < 2) return [];
  const format = formatOf(rows, columns.filter(isNumeric));
  const valuesOf = (at: number): number[] =>
    rows.map(({ cells }) => Math.abs(scaledAmountOf(cells[at] ?? '', format)) || 0);
  const isTotal = (total: number): boolean => {
    const wanted = valuesOf(total);
    if (!isNumeric(total) || wanted.every((value) => value === 0)) return false;
    let sums = rows.map(() => 0);
    for (let at = total - 1; isNumeric(at) && !isAmount(at); at -= 1) {
      const values = valuesOf(at);
      sums = sums.map((sum, row) => sum + (values[row] ?? 0));
      if (at < total - 1 && wanted.every((value, row) => value === sums[row])) return true;
    }
    return false;
  };
  const isLarger = (at: number, total: number): boolean => {
    const sums = valuesOf(total);
    return valuesOf(at).every((value, row) => value > (sums[row] ?? 0) || sums[row] === 0);
  };
  return columns.filter(
    (total) =>
      (isCharge(total) || isAmount(total)) &&
      isTotal(total) &&
      columns.some((at) => at !== total && isAmount(at) && isLarger(at, total)),
  );
}
