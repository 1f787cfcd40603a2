import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isTax, plainWords } from './header-words.ts';
import { hasSigns, isBalance, isFee, isOtherAmount } from './score-columns.ts';
import { totalsOfCharges } from './total-of-charges.ts';
import { formatOf } from './worth-of-trades.ts';
import type { ColumnLook, SeenRows } from './sample.ts';
import type { Sampled } from './score-columns.ts';

/** The columns that a payment service writes for each payment. */
export interface NetAmounts {
  gross: number;
  fee: number;
  /** The amount by which the account moved. */
  net: number;
  /** Fees are added to amounts above zero, so those are money out. */
  addsFee: boolean;
}

/** With a fee in this many rows, a matching sum is no coincidence; with one in fewer if the header says net. */
const FEES_MIN = { named: 1, bare: 2 };
const COLUMNS_TRIED_MAX = 10;
/** Some rows may have a quantity of coins. */
const NUMBERS_SHARE_MIN = 0.75;

/** Whether a payment service wrote the file, with fees and net amounts: its amounts are signed from the shop's point of view. */
export function listsNet(looks: readonly ColumnLook[]): boolean {
  return looks.some(({ header }) => isFee(header)) && looks.some(({ header }) => namesNet(header));
}

/**
 * Finds two amount columns that differ by a fee in every row; undefined without them. A fee reduces incoming payments
 * and is added to outgoing ones, so it also shows the sign of these columns.
 */
export function findNetAmounts({ looks, rows }: SeenRows): NetAmounts | undefined {
  const totals = totalsOfCharges({ looks, rows });
  const numeric = looks
    .flatMap((look, index) => {
      const { numbers, filled, zeros } = look;
      const isAmount = numbers > zeros && numbers >= filled * NUMBERS_SHARE_MIN;
      return isAmount && !isBalance(look) && !totals.includes(index) ? [index] : [];
    })
    .slice(0, COLUMNS_TRIED_MAX);
  const named = (names: (header: string) => boolean): number[] =>
    numeric.filter((column) => names(looks[column]?.header ?? ''));
  // Next to a fee there may be a tax that the account does not pay, or one on the fee, which it does.
  const fees = named(isFee);
  const all = [...new Set([...fees, ...named(isOtherAmount), ...named(isTax)])];
  const deductions = [
    ...all.map((one) => [one]),
    ...[fees, all].filter(({ length }) => length > 1),
  ];
  if (deductions.length === 0) return undefined;
  const format = formatOf(rows, numeric);
  const values = new Map(
    numeric.map((column) => [
      column,
      rows.map((row) => scaledAmountOf(row.cells[column] ?? '', format)),
    ]),
  );
  for (const deducted of deductions) {
    const [fee = -1] = deducted;
    const others = numeric.filter((column) => !deducted.includes(column) && !fees.includes(column));
    for (const whole of others) {
      for (const rest of others) {
        const feesMin = FEES_MIN[namesNet(looks[rest]?.header ?? '') ? 'named' : 'bare'];
        if (rest === whole || !isRestOf(values, { whole, deducted, rest }, feesMin)) continue;
        const isSigned = [whole, rest].some((column) => hasSigns(looks[column]));
        return !isSigned && isSum(looks, whole, rest)
          ? { gross: rest, fee, net: whole, addsFee: true }
          : { gross: whole, fee, net: rest, addsFee: false };
      }
    }
  }
  return undefined;
}

const NET = /\b(?:net|nett|netto|nette|neto|liquido|payout|auszahlung)\b|\bnetto/u;
/** Whether the header names a net amount. */
export function namesNet(header: string): boolean {
  return NET.test(plainWords(header));
}

const GROSS = /\b(?:gross|brutto|brut|bruto|lordo)\b/u;

/** Whether the header names an amount before the fees of a file that also lists one after them. */
export function isBeforeFees(header: string, looks: readonly ColumnLook[]): boolean {
  return GROSS.test(plainWords(header)) && listsNet(looks);
}

/** Whether the larger of two amounts without a sign is what moved: by their words, or else if it is on the right. */
function isSum(looks: readonly ColumnLook[], larger: number, smaller: number): boolean {
  const [large, small] = [larger, smaller].map((column) => plainWords(looks[column]?.header ?? ''));
  if (GROSS.test(large ?? '') || NET.test(small ?? '')) return false;
  return GROSS.test(small ?? '') || NET.test(large ?? '') || larger > smaller;
}

/** Whether the amounts are those that a fee was taken from. */
export function isNetOfFee(sampled: Sampled): boolean {
  const found = findNetAmounts(sampled);
  const { amount } = sampled.choices;
  return (
    found !== undefined &&
    found.net === amount?.index &&
    isFee(sampled.looks[found.fee]?.header ?? '')
  );
}

interface Parts {
  whole: number;
  deducted: readonly number[];
  rest: number;
}

function isRestOf(
  values: ReadonlyMap<number, readonly number[]>,
  { whole, deducted, rest }: Parts,
  feesMin: number,
): boolean {
  const of = (column: number): readonly number[] => values.get(column) ?? [];
  const fees = of(whole).map((_, row) =>
    deducted.reduce((sum, column) => sum + (of(column)[row] || 0), 0),
  );
  const paid = of(whole).map((value) => value || 0);
  const shared = fees.filter((fee, row) => fee !== 0 && of(rest)[row]);
  if (shared.length < feesMin || !of(rest).some((left, row) => left && paid[row])) return false;
  // A payment that failed leaves nothing, and some fees are of no payment.
  const follows = (moved: (value: number) => number): boolean =>
    of(rest).every((left, row) => !left || left === (paid[row] ?? 0) + moved(fees[row] ?? 0));
  // Without signs, a fee is added to what is bought, and deducted from what is sold.
  const isEither = of(rest).every((left, row) => {
    const fee = Math.abs(fees[row] ?? 0);
    return !left || Math.abs(left - (paid[row] ?? 0)) === fee;
  });
  const isUnsigned = [...paid, ...of(rest)].every((value) => !(value < 0));
  const differs = (sign: 1 | -1): boolean =>
    of(rest).some((left, row) => (left - (paid[row] ?? 0)) * sign > 0);
  if (isEither && isUnsigned && differs(1) && differs(-1)) return true;
  const isMixed = fees.some((value) => value > 0) && fees.some((value) => value < 0);
  const isSigned = follows((value) => value) || follows((value) => -value);
  return follows((value) => -Math.abs(value)) || (isMixed && isSigned);
}
