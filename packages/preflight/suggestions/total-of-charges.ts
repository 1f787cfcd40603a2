import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isTax, matchHeader } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import { formatOf } from './worth-of-trades.ts';
import type { Sampled } from './score-columns.ts';

/**
 * Columns under a word such as "Total" that add up the fees and taxes of each row, beside a larger amount: brokers write what a
 * trade cost in this way. A list of fees alone has no larger amount, so its totals are what was paid.
 */
export function totalsOfCharges({ looks, rows }: Pick<Sampled, 'looks' | 'rows'>): number[] {
  const numeric = looks.flatMap((look, at) =>
    look.numbers > look.zeros && look.numbers === look.filled && !isBalance(look) ? [at] : [],
  );
  const headerOf = (at: number): string => looks[at]?.header ?? '';
  const charges = numeric.filter((at) => isFee(headerOf(at)) || isTax(headerOf(at)));
  if (charges.length < 2) return [];
  const amounts = numeric.filter(
    (at) => !charges.includes(at) && matchHeader(headerOf(at), 'amount') > 0,
  );
  const format = formatOf(rows, [...charges, ...amounts]);
  const valuesOf = (at: number): number[] =>
    rows.map(({ cells }) => Math.abs(scaledAmountOf(cells[at] ?? '', format)) || 0);
  const sums = charges
    .map(valuesOf)
    .reduce((all, values) => all.map((sum, row) => sum + (values[row] ?? 0)));
  const isLarger = (at: number): boolean =>
    valuesOf(at).every((value, row) => value > (sums[row] ?? 0) || sums[row] === 0);
  const totals = amounts.filter((at) => valuesOf(at).every((value, row) => value === sums[row]));
  return amounts.some((at) => !totals.includes(at) && isLarger(at)) ? totals : [];
}
