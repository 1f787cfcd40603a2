import { hasWorth } from './sample.ts';
import { readDecimal } from '../fields/amounts.ts';
import { addDecimals } from '../money.ts';
import { excerpt } from '../text.ts';
import { findNetAmounts, namesNet } from './net-amounts.ts';
import { followMoves, proveByBalance } from './prove-by-balance.ts';
import { proveByFigures } from './prove-by-figures.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { feeOfTrades, formatOf } from './worth-of-trades.ts';
import { isTax, matchHeader, plainWords } from './header-words.ts';
import { hasSigns, isFee } from './score-columns.ts';
import { sidesByCharges } from './trade-figures.ts';
import { totalsOfCharges } from './total-of-charges.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { AsRead, BalanceProof } from './prove-by-balance.ts';
import type { FiguresProof, Surrounded } from './prove-by-figures.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnChoices, Sampled } from './score-columns.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** What balances or totals prove about the amounts. */
interface Proven {
  proof?: BalanceProof;
  total?: FiguresProof;
}

/** A balance that only follows when fees are included is no coincidence. */
const PROVEN_CONFIDENCE = 0.95;
/** Amounts that are quantity times price have no fee in them. */
const TRADED_CONFIDENCE = 0.8;
/** Amounts that are round only without their fees are no proof. */
const ROUND_CONFIDENCE = 0.6;
const CHARGES_TRIED_MAX = 10;
/** No account is charged for more at once: a fee, and a levy or a tax on it. */
const CHARGES_JOINED_MAX = 2;

/** Number columns under a word for a fee in which any row has one; what adds up all charges comes first. */
function feeColumns({ looks, rows, choices }: Sampled, names = isFee): number[] {
  const taken = new Set(Object.values(choices).map(({ index }) => index));
  const named = looks.flatMap((look, index) => {
    const hasFees = look.numbers > look.zeros && look.numbers === look.filled;
    return hasFees && names(look.header) ? [index] : [];
  });
  const totals = totalsOfCharges({ looks, rows });
  return [...new Set([...totals, ...named])].filter((index) => !taken.has(index));
}

/**
 * The columns of fees, and of taxes on trades of securities, that are not part of the amounts, as these are quantity times price.
 * None if a fee is part of them: then that price includes it.
 */
function chargesOnTop(sampled: Sampled): number[] {
  const columns = chargeColumns(sampled);
  const places = columns.map((index) => feeOfTrades(sampled, index));
  return places.includes('included') ? [] : columns.filter((_, at) => places[at] === 'on_top');
}

/** The columns of fees, and in a list of securities those of taxes: elsewhere a tax is part of a price. */
function chargeColumns(sampled: Sampled): number[] {
  const isOfSecurities = sampled.looks.some(({ header }) => matchHeader(header, 'ticker') > 0.5);
  const kinds = isOfSecurities ? [isFee, isTax] : [isFee];
  const all = kinds.flatMap((names) => feeColumns(sampled, names));
  return [...new Set(all)].slice(0, CHARGES_TRIED_MAX);
}

/**
 * What comes on top of the amounts next to the fee: other fees and taxes to deduct as well, and those that may be a part of the fee
 * or its sum, since they are in the same rows and no larger, or add up, or of which no trade says anything.
 */
export function otherCharges(sampled: Sampled & Proven): { joined: number[]; open: number[] } {
  const { looks, rows, choices, proof, total } = sampled;
  const { fee } = choices;
  if (fee === undefined) return { joined: [], open: [] };
  const { joined } = chargesByBalance(sampled);
  if (joined.length > 0) return { joined, open: [] };
  if (totalsOfCharges({ looks, rows }).includes(fee.index)) return { joined: [], open: [] };
  const others = chargesOnTop(sampled);
  const format = formatOf(rows, [fee.index]);
  const worth = ({ cells }: SampleRow, at: number): number =>
    Math.abs(scaledAmountOf(cells[at] ?? '', format)) || 0;
  const isProven =
    proof !== undefined || total?.isByBalances === true || followMoves(sampled) !== undefined;
  const silent = isProven
    ? []
    : chargeColumns(sampled).filter((at) => feeOfTrades(sampled, at) === undefined);
  if (others.length === 0) return { joined: [], open: silent };
  const columns = [fee.index, ...others];
  const isSum = (at: number): boolean =>
    rows.every((row) => {
      const parts = columns.filter((other) => other !== at).map((other) => worth(row, other));
      return worth(row, at) === parts.reduce((sum, part) => sum + part, 0);
    });
  const sum = columns.find(isSum);
  // Two that are the same are one.
  if (sum !== undefined)
    return { joined: [], open: sum === fee.index || columns.length === 2 ? [] : [sum] };
  // A tax may be one on the fee, and a part of it.
  const isApart = (at: number): boolean =>
    isFee(looks[at]?.header ?? '') || rows.some((row) => worth(row, at) > worth(row, fee.index));
  return {
    joined: others.filter(isApart),
    open: [...others.filter((at) => !isApart(at)), ...silent],
  };
}

/** How many more rows follow from a running balance than do not. */
function explainedByBalance(sampled: Sampled, asRead?: AsRead): number {
  const proof = proveByBalance(sampled, asRead);
  const gain = proof === undefined ? 0 : proof.agree - proof.disagree;
  return Math.max(gain, followMoves(sampled)?.size ?? 0);
}

/** Fees and taxes that, added to the fee, make more of a running balance follow, and how much follows then. */
function chargesByBalance(
  sampled: Sampled,
  asRead?: AsRead,
): { joined: number[]; explained: number } {
  const { rows, choices } = sampled;
  const { fee } = choices;
  let best: readonly SampleRow[] = rows;
  let explained = explainedByBalance(sampled, asRead);
  if (fee === undefined) return { joined: [], explained };
  const isCharge = (header: string): boolean => isFee(header) || isTax(header);
  const others = feeColumns(sampled, isCharge).slice(0, CHARGES_JOINED_MAX);
  const joined = others.filter((at) => {
    const format = formatOf(rows, [fee.index, at]);
    const sums = best.map(({ line, cells }) => {
      const sum = sumOfCharges([cells[fee.index] ?? '', cells[at] ?? ''], format);
      const isShort = sum === undefined || fee.index >= cells.length;
      return { line, cells: isShort ? cells : cells.with(fee.index, sum) };
    });
    const count = explainedByBalance({ ...sampled, rows: sums }, asRead);
    if (count <= explained) return false;
    [best, explained] = [sums, count];
    return true;
  });
  return { joined, explained };
}

/** The sum of charges in the number format of their cells; undefined without any. */
export function sumOfCharges(cells: readonly string[], format: NumberFormat): string | undefined {
  const charges = cells.flatMap((cell) => readDecimal(cell, format) ?? []);
  if (charges.length === 0) return undefined;
  const sum = addDecimals(charges);
  return format === '1.234,56' ? sum.replace('.', ',') : sum;
}

/** The choices with the fee column that makes more of a running balance follow, or the balances around the bookings; unchanged if there is none. */
export function withProvenFee(sampled: Sampled & Surrounded, asRead?: AsRead): ColumnChoices {
  const { looks, rows, choices } = sampled;
  const explained = (tried: ColumnChoices): number => {
    const other = { ...sampled, choices: tried };
    const count = chargesByBalance(other, asRead).explained;
    if (count > 0) return count;
    // Turning the amounts would turn the fee as well.
    const proof = proveByFigures(other, asRead);
    return proof?.isByBalances === true && proof.reversed === false ? rows.length : 0;
  };
  const fees = feeColumns(sampled).slice(0, CHARGES_TRIED_MAX);
  const hasNet = looks.some(({ header, numbers }) => numbers > 0 && namesNet(header));
  if (choices.fee !== undefined || hasNet) return choices;
  let best = choices;
  let most = fees.length === 0 ? 0 : explained(choices);
  for (const index of fees) {
    const tried = { ...choices, fee: { index, confidence: PROVEN_CONFIDENCE } };
    const count = explained(tried);
    if (count > most) [best, most] = [tried, count];
  }
  // What a balance does not deduct is not on top.
  if (most > 0) return best;
  const [onTop] = chargesOnTop(sampled);
  if (onTop !== undefined)
    return { ...choices, fee: { index: onTop, confidence: TRADED_CONFIDENCE } };
  const round = fees.find((index) => areRoundWithout(sampled, index));
  return round === undefined
    ? choices
    : { ...choices, fee: { index: round, confidence: ROUND_CONFIDENCE } };
}

/** Whether the amounts are less than another column by the fee, and may be what the account moved by, or are those of trades with it. */
function isPartOfAmounts(sampled: Sampled, fee: number): boolean {
  const { amount } = sampled.choices;
  if (feeOfTrades(sampled, fee) === 'included') return true;
  if (amount === undefined) return false;
  const sides = sidesByCharges(sampled, amount.index);
  return findNetAmounts(sampled)?.net === amount.index || [...(sides?.values() ?? [])].includes(-1);
}

/** An amount of at most so many digits, and zeros, is round. Two of them are evidence, or one of a single digit. */
const ROUND_DIGITS_MAX = 3;
const ROUND_MIN = 2;
const LISTS_TRADES = ['qty', 'ticker', 'price'] as const;
const TOTAL =
  /(?<!\p{L})(?:total|gesamt\p{L}*|итого|всего|toplam|after fees|inkl|incl|inclus\p{L}*)(?!\p{L})/u;

/**
 * Whether some signed amounts are round and would not be without the fee, and none the other way round: people send and withdraw round sums.
 * Of securities and coins they buy for a round sum, fees and all.
 */
function areRoundWithout(sampled: Sampled, fee: number): boolean {
  const { looks, rows, choices } = sampled;
  const { amount } = choices;
  const look = looks[amount?.index ?? -1];
  const isOfTrades = looks.some(
    ({ header, units }) =>
      units > 0 || LISTS_TRADES.some((role) => matchHeader(header, role) > 0.5),
  );
  if (amount === undefined || look === undefined || !hasSigns(look) || isOfTrades) return false;
  if (TOTAL.test(plainWords(look.header)) || namesNet(look.header)) return false;
  if (isPartOfAmounts(sampled, fee)) return false;
  const format = formatOf(rows, [amount.index, fee]);
  const digits = (scaled: number): number => {
    let rest = scaled;
    while (rest > 0 && rest % 10 === 0) rest /= 10;
    return String(rest).length;
  };
  const isRounder = (one: number, other: number): boolean =>
    digits(one) <= ROUND_DIGITS_MAX && digits(one) < digits(other);
  const pairs = rows.flatMap(({ cells }): [number, number][] => {
    const paid = scaledAmountOf(cells[amount.index] ?? '', format);
    const charged = Math.abs(scaledAmountOf(cells[fee] ?? '', format));
    const other = Math.abs(paid + charged);
    return charged > 0 && other > 0 ? [[Math.abs(paid), other]] : [];
  });
  const isOther = pairs.some(([paid, other]) => isRounder(other, paid));
  const round = pairs.filter(([paid, other]) => isRounder(paid, other));
  const isRoundest = round.some(([paid]) => digits(paid) === 1);
  return !isOther && round.length >= (isRoundest ? 1 : ROUND_MIN);
}

/** Whether round amounts alone say that the fee is no part of them. */
export function isDeductedInDoubt({ proof, total, ...sampled }: Sampled & Proven): boolean {
  const { fee, ...choices } = sampled.choices;
  const isProven =
    proof !== undefined || total?.isByBalances === true || followMoves(sampled) !== undefined;
  if (fee === undefined || isProven) return false;
  const open = { ...sampled, choices };
  return !chargesOnTop(open).includes(fee.index) && areRoundWithout(open, fee.index);
}

/**
 * Names a fee column that may have to be deducted from the amounts, or was without proof, unless a person chose it (`isChosen`); undefined
 * if the content answers that.
 */
export function feeWarning(sampled: Sampled & Proven, isChosen: boolean): Warning | undefined {
  const { looks, rows, choices, proof, total } = sampled;
  if (!isChosen && isDeductedInDoubt(sampled))
    return warning('fees_deducted', {
      column: excerpt(looks[choices.fee?.index ?? -1]?.header ?? ''),
    });
  const open = (column: number): Warning =>
    warning('fees_open', { column: excerpt(looks[column]?.header ?? '') });
  const [charge] = otherCharges(sampled).open;
  if (charge !== undefined) return open(charge);
  const [fee] = chargeColumns(sampled);
  if (fee === undefined || choices.fee !== undefined) return undefined;
  const isNet = namesNet(looks[choices.amount?.index ?? -1]?.header ?? '');
  if (isNet && !isFee(looks[fee]?.header ?? '')) return undefined;
  // The first booking follows from no balance: if only that has a fee, the others prove nothing of it.
  const first = proof?.order === 'newest_first' ? rows.at(-1) : rows[0];
  const hasFee = rows.some((row) => row !== first && hasWorth(row, fee));
  if (total?.isByBalances === true || (proof?.disagree === 0 && hasFee)) return undefined;
  const moves = followMoves(sampled);
  if (moves !== undefined && moves.size >= rows.length - 1 && hasFee) return undefined;
  if (isPartOfAmounts(sampled, fee)) return undefined;
  return open(fee);
}
