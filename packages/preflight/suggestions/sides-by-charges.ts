import { isTax } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import { totalsOfCharges } from './total-of-charges.ts';
import { findTradeFigures } from './trade-figures.ts';
import { CENT, formatOf, pairsOf, roundedOf, sideByCharge, worthOf } from './worth-of-trades.ts';
import type { Sampled } from './score-columns.ts';

/** A match in fewer rows, or in fewer of those with charges, may be a coincidence. */
const MATCHED_MIN = 2;
const MATCHED_SHARE_MIN = 0.5;
const COLUMNS_TRIED_MAX = 10;

/**
 * The side of each row, by line, where the amounts include charges: what is larger than the worth of a trade by its fees and taxes
 * was paid for it, and what is smaller by them was received. The worth is another column, or the quantity times the price. Undefined
 * unless charges explain the difference.
 */
export function sidesByCharges(
  { looks, rows }: Pick<Sampled, 'looks' | 'rows'>,
  amount: number,
): ReadonlyMap<number, 1 | -1> | undefined {
  const trades = findTradeFigures({ looks, rows });
  if (trades?.net === amount) return trades.sides;
  const numeric = looks.flatMap((look, at) =>
    at !== amount && look.numbers > look.zeros && !isBalance(look) ? [at] : [],
  );
  const headerOf = (at: number): string => looks[at]?.header ?? '';
  const totals = totalsOfCharges({ looks, rows });
  const fees = numeric
    .filter((at) => isFee(headerOf(at)) && !totals.includes(at))
    .slice(0, COLUMNS_TRIED_MAX);
  const taxes = numeric
    .filter((at) => isTax(headerOf(at)) && !fees.includes(at))
    .slice(0, COLUMNS_TRIED_MAX);
  if (fees.length + taxes.length === 0) return undefined;
  const others = numeric
    .filter((at) => !fees.includes(at) && !taxes.includes(at) && !totals.includes(at))
    .slice(0, COLUMNS_TRIED_MAX);
  const format = formatOf(rows, [amount, ...fees]);
  const read = rows.map(({ cells }) => cells.map((cell) => roundedOf(cell, format)));
  const valueAt = (row: number, at: number): number => read[row]?.[at]?.value ?? 0;
  const zero = { value: 0, half: 0 };
  const worths = [
    ...others.map((at) => (row: number) => ({ worth: valueAt(row, at), slack: CENT / 2 })),
    ...pairsOf(others).map(
      ([quantity, price]) =>
        (row: number) =>
          worthOf(read[row]?.[quantity] ?? zero, read[row]?.[price] ?? zero),
    ),
  ];
  const sums = [[...fees, ...taxes], fees, ...fees.map((fee) => [fee])];
  let best = new Map<number, 1 | -1>();
  for (const columns of sums) {
    const charges = rows.map((_, row) => columns.reduce((sum, at) => sum + valueAt(row, at), 0));
    for (const worthIn of worths) {
      const sides = new Map<number, 1 | -1>();
      let charged = 0;
      for (const [at, row] of rows.entries()) {
        const { worth, slack } = worthIn(at);
        const [paid, charge] = [valueAt(at, amount), charges[at] ?? 0];
        if (worth === 0 || paid === 0 || charge <= slack * 2) continue;
        charged += 1;
        const side = sideByCharge({ worth, slack }, paid, charge);
        if (side !== undefined) sides.set(row.line, side);
      }
      const isMost = sides.size >= MATCHED_MIN && sides.size > charged * MATCHED_SHARE_MIN;
      if (isMost && sides.size > best.size) best = sides;
    }
  }
  return best.size === 0 ? undefined : best;
}
