import { currenciesNamed } from '../fields/currency-marks.ts';
import { isNoValue } from '../fields/no-value.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { findNetAmounts, isBeforeFees } from './net-amounts.ts';
import { hasWorth } from './sample.ts';
import { areOfCard, hasOtherSide } from './paired-headers.ts';
import {
  hasSigns,
  isBalance,
  isFee,
  isOtherAmount,
  matchNumber,
  rankColumns,
  scoreAmount,
  share,
} from './score-columns.ts';
import { totalsOfCharges } from './total-of-charges.ts';
import { findTradeFigures, isOrdered } from './trade-figures.ts';
import { listsSecurities } from './asset-moves.ts';
import { namesFactor } from './worth-of-trades.ts';
import { OTHER_PART, SINGLES_MAX, unnamedAmounts, unnamedPairs } from './unnamed-amounts.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoice, ColumnChoices } from './score-columns.ts';
import type { TradeFigures } from './trade-figures.ts';
import type { AmountsChoice } from './unnamed-amounts.ts';

/** Factor for an unsigned amount column if a pair of columns in the file shows the direction. */
const UNSIGNED_BESIDE_PAIR = 0.5;
/** Factor for one column of a pair, which has only half of the bookings. */
const HALF_OF_PAIR = 0.6;
/** Factor for an amount that is called gross, next to one called net and a fee. */
const BEFORE_FEES = 0.95;

/** The plausible readings of the amounts of a table. */
export function proposeAmounts(
  spec: CsvTypeSpec,
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  others: ReadonlySet<number>,
): AmountsChoice[] {
  const takesSplit = spec.fields.some((field) => field.key === 'outflow');
  const trades = takesSplit ? findTradeFigures({ looks, rows }) : undefined;
  // A balance decides by itself which column moves it.
  const isFollowed = looks.some(isBalance);
  const pieces = trades === undefined || isFollowed ? [] : [trades.quantity, trades.price];
  const counted = isFollowed ? [] : countedColumns(looks);
  const taken = new Set([...others, ...pieces, ...counted, ...totalsOfCharges({ looks, rows })]);
  const found = takesSplit ? findPair(looks, rows, taken) : undefined;
  const pair = trades === undefined || areNamed(looks, found) ? found : undefined;
  // What was paid is known by how it is computed: what the trades are worth is no rival, though a total below may add it up.
  const computed = trades?.net === undefined ? [] : [trades.gross ?? trades.net, trades.net];
  const named = new Set([...taken, ...computed]);
  const singles = rankColumns(looks, named, (look) => scoreAmount(look, spec))
    .slice(0, SINGLES_MAX)
    .map((single) => ({ ...single, index: signedTwin(looks, rows, taken, single.index) }));
  for (const single of computedAmounts(trades, looks, rows))
    if (!singles.some(({ index }) => index === single.index)) singles.push(single);
  const candidates = new Set(singles.map(({ index }) => index));
  for (const side of ['outflow', 'inflow'] as const) {
    if (pair?.[side] !== undefined) candidates.add(pair[side].index);
  }
  const cover = (column: number): number => coverage(rows, column, candidates);
  const isPaired = pair?.outflow !== undefined && pair.inflow !== undefined;
  const proposals: AmountsChoice[] = isPaired ? [pair] : [];
  const payments = trades?.net === undefined ? findNetAmounts({ looks, rows }) : undefined;
  const gross = singles.find(({ index }) => index === payments?.gross);
  if (payments !== undefined && gross !== undefined && !candidates.has(payments.net)) {
    // It counts whatever its header says.
    if (!taken.has(payments.net)) singles.push({ ...gross, index: payments.net });
  }
  for (const single of singles) {
    const signed = hasSigns(looks[single.index]);
    const doubt = isPaired && !signed ? UNSIGNED_BESIDE_PAIR : 1;
    const header = looks[single.index]?.header ?? '';
    const isOther = single === gross || isOtherAmount(header);
    const isNet = single.index === payments?.net || single.index === trades?.net;
    const part = isOther && !isNet ? OTHER_PART : 1;
    const gone = isBeforeFees(header, looks) ? BEFORE_FEES : 1;
    const confidence = single.confidence * weigh(cover(single.index)) * doubt * part * gone;
    proposals.push({ amount: { ...single, confidence } });
  }
  if (!isPaired) {
    for (const half of [pair?.outflow, pair?.inflow]) {
      if (half === undefined) continue;
      const part = isFee(looks[half.index]?.header ?? '') ? OTHER_PART : 1;
      const confidence = half.confidence * weigh(cover(half.index)) * HALF_OF_PAIR * part;
      proposals.push({ amount: { ...half, confidence } });
    }
  }
  if (takesSplit && (isFollowed || (trades === undefined && !listsTrades(looks)))) {
    proposals.push(...unnamedAmounts(looks, taken, candidates));
    if (!isPaired) proposals.push(...unnamedPairs(looks, rows, taken));
  }
  return proposals;
}

/**
 * Whether the headers name a quantity and a price of securities: then a column without a known word is more likely another quantity than
 * money, unless coins are traded, whose quantities are in one column with money.
 */
export const listsTrades = (looks: readonly ColumnLook[]): boolean =>
  !looks.some(({ units }) => units > 0) &&
  listsSecurities(looks) &&
  (['qty', 'price'] as const).every((role) =>
    looks.some(({ header }) => namesFactor(header, role)),
  );

/** In a list of trades, the columns of quantities, and of all lists those of what was ordered, not executed. */
function countedColumns(looks: readonly ColumnLook[]): number[] {
  const isOfTrades = listsTrades(looks);
  const isQuantity = (header: string): boolean =>
    isOfTrades && matchHeader(header, 'qty') > matchHeader(header, 'amount');
  return looks.flatMap(({ header }, at) =>
    isQuantity(header) || isOrdered(header, looks) ? [at] : [],
  );
}

/** What was paid for trades, or else what they are worth, whatever the headers say. */
function computedAmounts(
  trades: TradeFigures | undefined,
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
): ColumnChoice[] {
  if (trades === undefined) return [];
  const { gross, net } = trades;
  if (net !== undefined) {
    // What the account was charged in its own currency repeats those amounts that are in it.
    const settled = looks.findIndex(({ header }, at) => {
      if (at === gross || currenciesNamed(header) === undefined) return false;
      const same = rows.filter(({ cells }) => cells[at] === cells[net]).length;
      const isFilled = rows.every((row) => hasWorth(row, at) || !hasWorth(row, net));
      return isFilled && same * 2 > rows.length && same < rows.length;
    });
    return [{ index: settled < 0 ? net : settled, confidence: 1 }];
  }
  return gross === undefined ? [] : [{ index: gross, confidence: 0.5 }];
}

/** Whether the headers of both columns say so, and name no fee: a list of trades has more columns that exclude each other. */
function areNamed(looks: readonly ColumnLook[], pair: AmountsChoice | undefined): boolean {
  return (['outflow', 'inflow'] as const).every((side) => {
    const look = looks[pair?.[side]?.index ?? -1];
    return look !== undefined && !isFee(look.header) && matchNumber(look, side) > 0;
  });
}

/** In fewer rows, a balance may equal the amounts. */
const TWIN_ROWS_MIN = 3;

/** The column that has the same amounts with signs, where this one has none; else the column itself. */
function signedTwin(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
  column: number,
): number {
  if (hasSigns(looks[column]) || rows.length < TWIN_ROWS_MIN) return column;
  const figures = ({ cells }: SampleRow, at: number): string =>
    (cells[at] ?? '').replace(/[^\d.,]/g, '');
  const twin = looks.findIndex(
    (look, at) =>
      !taken.has(at) &&
      hasSigns(look) &&
      rows.every((row) => figures(row, at) === figures(row, column)),
  );
  return twin < 0 ? column : twin;
}

function weigh(covered: number): number {
  return 0.3 + 0.7 * covered;
}

/** The share of the rows with any amount that have one in this column. */
function coverage(
  rows: readonly SampleRow[],
  column: number,
  candidates: ReadonlySet<number>,
): number {
  let any = 0;
  let covered = 0;
  for (const row of rows) {
    // A zero is an amount if no other column has one; in one column of a pair it means that there is none.
    if (hasWorth(row, column)) covered += 1;
    else if ([...candidates].some((other) => hasWorth(row, other))) any += 1;
    else if ((row.cells[column] ?? '') !== '') covered += 1;
  }
  any += covered;
  return any === 0 ? 1 : covered / any;
}

/** Finds a pair of columns for money out and money in; either may be entirely empty. */
function findPair(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
): Pick<ColumnChoices, 'outflow' | 'inflow'> | undefined {
  const named = looks.map(({ header }) => plainWords(header).split(' '));
  const columnsOf = (role: 'outflow' | 'inflow'): ColumnChoice[] =>
    rankColumns(looks, taken, (look) => {
      const header = matchNumber(look, role);
      if (header === 0 || (!isUnused(look) && share(look.numbers, look) < 0.6)) return 0;
      const amount = matchHeader(look.header, 'amount');
      // "Credit/Debit amount" is one signed column.
      if (amount > header && !hasOtherSide(named, looks.indexOf(look), role)) return 0;
      return header * 0.8 + 0.2 * share(look.numbers, look);
    }).slice(0, SINGLES_MAX);
  const [outflows, inflows] = [columnsOf('outflow'), columnsOf('inflow')];
  const [paidOut, paidIn] = [outflows[0], inflows[0]];
  // One column cannot be both, and what both fill is a charge beside one of them.
  const pairs = outflows.flatMap((out) =>
    inflows.flatMap((into): [ColumnChoice, ColumnChoice][] =>
      out.index === into.index || bothFilled(rows, out, into) ? [] : [[out, into]],
    ),
  );
  const headerOf = ({ index }: ColumnChoice): string => looks[index]?.header ?? '';
  // A "charge" is what a card was charged, or a fee next to the debits.
  const pair = pairs.find((sides) => !sides.some((side) => isFee(headerOf(side)))) ?? pairs[0];
  const isHalf = paidOut === undefined || paidIn === undefined;
  const outflow = isHalf
    ? (paidOut ?? (paidIn && otherSide(looks, rows, taken, paidIn)))
    : pair?.[0];
  const inflow = isHalf
    ? (paidIn ?? (paidOut && otherSide(looks, rows, taken, paidOut)))
    : pair?.[1];
  if (outflow === undefined && inflow === undefined) return undefined;
  if (outflow && inflow && bothFilled(rows, outflow, inflow)) return undefined;
  if (outflow && inflow && areOfCard(headerOf(inflow), headerOf(outflow)))
    return { outflow: inflow, inflow: outflow };
  return { ...(outflow && { outflow }), ...(inflow && { inflow }) };
}

/** Whether both columns are filled too often: a booking is either money out or money in. */
function bothFilled(rows: readonly SampleRow[], one: ColumnChoice, other: ColumnChoice): boolean {
  const both = rows.filter((row) => hasWorth(row, one.index) && hasWorth(row, other.index));
  return both.length > rows.length * 0.2;
}

/** The number column that is filled exactly where the known column is not. */
function otherSide(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  taken: ReadonlySet<number>,
  known: ColumnChoice,
): ColumnChoice | undefined {
  const look = looks[known.index];
  // A column with an amount in every row is an amount column itself.
  if (look === undefined || look.filled - look.zeros === look.rows) return undefined;
  // Any other column is filled where an empty one is not.
  const isEmpty = look.filled === look.zeros;
  if (isEmpty && looks.some((one) => one.numbers > 0 && matchHeader(one.header, 'amount') > 0))
    return undefined;
  return rankColumns(looks, taken, (candidate) => {
    const index = looks.indexOf(candidate);
    if (index === known.index || candidate.numbers === 0 || share(candidate.numbers, candidate) < 1)
      return 0;
    const isCharged = isFee(candidate.header) && !areOfCard(candidate.header, look.header);
    if (isCharged || isNumbering(candidate)) return 0;
    const differing = rows.filter((row) => hasWorth(row, index) !== hasWorth(row, known.index));
    // Opening balances have neither side.
    const isNeither = (row: SampleRow): boolean => isBlank(row, index) && isBlank(row, known.index);
    const blank = rows.filter(isNeither).length;
    const isOther = differing.length + blank === rows.length && blank * 4 <= rows.length;
    return isOther ? 0.6 : 0;
  })[0];
}

/** Whether these are numbers of a contract, a settlement or the like: long, and without cents. */
function isNumbering({ decimals, values }: ColumnLook): boolean {
  return decimals === 0 && [...values].every((value) => NUMBERING.test(value));
}
const NUMBERING = /^\d{9,}$/;

/** Whether no row of the column has a value: a dash is none. */
function isUnused({ values }: ColumnLook): boolean {
  return [...values].every(isNoValue);
}

function isBlank(row: SampleRow, index: number): boolean {
  return isNoValue(row.cells[index] ?? '');
}
