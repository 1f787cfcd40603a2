import { trimmedText } from '../csv/row-view.ts';
import { isCurrency, isOtherUnit } from '../fields/other-units.ts';
import { HEADER_ROWS_MAX } from '../suggestions/find-table.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { mostFrequent } from '../text.ts';
import { halvedWarning, isPaid } from './currency-columns.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { ColumnRole } from '../suggestions/vocabulary.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';

const SIDES = ['outflow', 'inflow'] as const;

/** The columns of money out or money in, and of its currency. */
interface Side {
  amount: number;
  currency: number;
}

/** The columns of a header in which money out and money in have a currency each; undefined for any other header. */
export function sidedCurrencies(header: readonly string[]): readonly [Side, Side] | undefined {
  const named = (role: ColumnRole): number[] =>
    header.flatMap((name, at) => (matchHeader(name, role) > 0 ? [at] : []));
  const currencies = named('currency');
  if (currencies.length === 0) return undefined;
  const [out, into] = SIDES.map((side): Side | undefined => {
    const own = named(side);
    const currency = own.find((at) => currencies.includes(at));
    const amount = own.find((at) => currency !== undefined && Math.abs(at - currency) === 1);
    return currency === undefined || amount === undefined ? undefined : { amount, currency };
  });
  return out === undefined || into === undefined ? undefined : [out, into];
}

/**
 * Wallets and exchanges with a currency for money out and one for money in: a row keeps the side in money, or of an
 * exchange of money the side in the currency that most rows have, and both columns name its currency.
 */
export function joinSidedCurrencies(text: SeparatedText): Relaid | undefined {
  for (const { cells, line } of text.rows.slice(0, HEADER_ROWS_MAX)) {
    const sides = sidedCurrencies(cells);
    const below = text.rows.filter((row) => row.line > line);
    if (sides === undefined || !below.some(({ cells: row }) => isSided(row, sides))) continue;
    const home = commonCurrency(below, sides);
    const exchanged: number[] = [];
    const bytes = rewriteText(text, (row) => {
      if (row.line <= line) return undefined;
      const filled = sides.filter(({ amount, currency }) =>
        hasBoth(trimmedText(row, amount), trimmedText(row, currency)),
      );
      const unitOf = ({ currency }: Side): string => trimmedText(row, currency);
      const [first] = filled;
      if (first === undefined) return undefined;
      const money = filled.filter((side) => isCurrency(unitOf(side)));
      const kept = money.find((side) => unitOf(side) === home) ?? money[0] ?? first;
      const unit = unitOf(kept);
      if (money.length > 1 && money.some((side) => unitOf(side) !== unit)) exchanged.push(row.line);
      return new Map([
        ...sides.map(({ currency }) => [currency, unit] as const),
        ...filled
          .filter((side) => unitOf(side) !== unit)
          .map(({ amount }) => [amount, ''] as const),
      ]);
    });
    return { bytes, warnings: halvedWarning(exchanged) };
  }
  return undefined;
}

function hasBoth(amount: string, unit: string): boolean {
  return isPaid(amount) && (isCurrency(unit) || isOtherUnit(unit));
}

/** Whether a row has one side alone, or two in different currencies. */
function isSided(cells: readonly string[], sides: readonly Side[]): boolean {
  const units = unitsOf(cells, sides);
  return units.length === 1 || units[0] !== units[1];
}

/** The currencies or other units of the sides that a row fills. */
function unitsOf(cells: readonly string[], sides: readonly Side[]): string[] {
  return sides.flatMap(({ amount, currency }) => {
    const unit = cells[currency] ?? '';
    return hasBoth(cells[amount] ?? '', unit) ? [unit] : [];
  });
}

/** The currency of most sides of the rows; undefined if none names money. */
function commonCurrency(rows: readonly SampleRow[], sides: readonly Side[]): string | undefined {
  return mostFrequent(rows.flatMap(({ cells }) => unitsOf(cells, sides).filter(isCurrency)));
}
