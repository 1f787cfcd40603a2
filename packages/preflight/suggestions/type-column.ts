import { readAmountText } from '../fields/amounts.ts';
import { isNoValue } from '../fields/no-value.ts';
import {
  counterpartOf,
  directionOf,
  directionOfLetters,
  directionOfStem,
  MEANT_BY_OTHERS,
  SALES,
  SPENDING,
  WALLET_SPENDING,
  directionOfOrders,
} from './direction-words.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { followMoves } from './prove-by-balance.ts';
import { isBalance } from './score-columns.ts';
import { sidesByCharges } from './trade-figures.ts';
import type { Direction } from './direction-words.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { ColumnLook, SampleRow } from './sample.ts';

/** Columns with more distinct values than this do not name directions. */
const DIRECTION_VALUES_MAX = 12;

/** Rows without a clear word are left out: there may be as many of them as of the others, but not more. */
const CLEAR_SHARE_MIN = 0.5;

/** A column whose values separate money in from money out. */
export interface TypeColumn {
  index: number;
  /** Words of money in and of money out, most frequent first. */
  inflows: string[];
  outflows: string[];
  /** Some rows have neither: another word, or none. */
  hasNeutral: boolean;
  confidence: number;
  basis: EvidenceBasis;
}

/** The column that best tells money in from money out: by the balance or its words, else by charges in some rows; undefined without one. */
export function findTypeColumn(found: Hypothesis, amount: number): TypeColumn | undefined {
  const best = bestColumn(found, amount, followMoves(found), 'balance');
  const sides = best === undefined ? sidesByCharges(found, amount) : undefined;
  return sides === undefined ? best : bestColumn(found, amount, sides, 'words');
}

function bestColumn(
  found: Hypothesis,
  amount: number,
  moves: ReadonlyMap<number, 1 | -1> | undefined,
  basis: EvidenceBasis,
): TypeColumn | undefined {
  // A footer has no amount and cannot describe bookings.
  const rows = found.rows.filter((row) => readAmountText(row.cells[amount] ?? '') !== 0);
  const isOfTrades = found.looks.some(({ header }) =>
    OF_TRADES.some((role) => matchHeader(header, role) > 0.5),
  );
  let best: TypeColumn | undefined;
  let bestRank = -1;
  found.looks.forEach((look, index) => {
    const isFilled = look.filled >= rows.length * CLEAR_SHARE_MIN && look.filled > 0;
    if (index === amount || !isFilled || look.values.size > DIRECTION_VALUES_MAX) return;
    // In a short file, all money in may be on one day.
    if (look.dates * 2 > look.filled) return;
    const named = nameOf(look, isOfTrades);
    const values = countValues(rows, index);
    const words = [...values.keys()];
    const direction =
      directionOfLetters(words, look.header, isOfTrades) ??
      directionOfOrders(words) ??
      directionAmong(words);
    const learnt =
      moves === undefined
        ? undefined
        : learnValues(rows, index, moves, { isNamed: named > 0, direction, basis });
    const column =
      learnt ??
      (named > 0 || saysDirections(values, direction)
        ? readValues(values, direction, look.header)
        : undefined);
    if (column === undefined) return;
    const confidence =
      column.confidence * (learnt === undefined ? 0.5 + 0.5 * Math.max(named, 0.4) : 1);
    // Of columns that explain the balance equally well, one may hold the payee; the one with words of direction counts.
    const worded = [...look.values].every((value) => direction(value) !== undefined);
    const before = found.looks[index - 1];
    const ofBalance = before !== undefined && isBalance(before) ? OF_BALANCE : 0;
    const rank = confidence + named / 100 + (worded ? 0.02 : 0) - ofBalance;
    if (rank > bestRank) {
      best = { ...column, index, confidence };
      bestRank = rank;
    }
  });
  return best;
}

/** The columns of lists of pieces that are bought and sold. */
const OF_TRADES = ['qty', 'ticker', 'price'] as const;
/** A column right after a balance gives the balance's side, if another column gives that of the amount. */
const OF_BALANCE = 0.5;

/** How many rows hold each value, including blank ones. */
function countValues(rows: readonly SampleRow[], column: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const value = cells[column] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

type ReadsDirection = (value: string) => Direction | undefined;

/** Reads values without the words that all of them share: "Nota de débito", "Nota de crédito". A minus among words is a dash. */
function directionAmong(all: readonly string[]): ReadsDirection {
  const isWorded = all.some((value) => /\p{L}/u.test(value) && directionOf(value) !== undefined);
  const values = isWorded ? all.filter((value) => !isNoValue(value)) : all;
  const [first = [], ...others] = values.map((value) => plainWords(value).split(' '));
  const shared =
    others.length === 0 ? [] : first.filter((word) => others.every((all) => all.includes(word)));
  return (value) => {
    if (isWorded && isNoValue(value)) return undefined;
    const own = directionOf(value);
    if (own !== undefined || shared.length === 0) return own;
    const words = plainWords(value).split(' ');
    return directionOf(words.filter((word) => !shared.includes(word)).join(' '));
  };
}

/** How well the header names a column of directions: by a word for it, or by listing the values or their words, as in "C/D". */
function nameOf({ header, values, filled }: ColumnLook, isOfTrades: boolean): number {
  if (header === '') return 0.1;
  const words = plainWords(header).split(' ');
  // Brokers call it that. Where most rows have their own value of many words, it is a text.
  const isKind = (value: string): boolean => value.split(' ').length <= KIND_WORDS_MAX;
  const areKinds = values.size < filled * KINDS_SHARE_MAX || [...values].every(isKind);
  if (words.join(' ') === 'action' && areKinds) return 0.9;
  const ofLetters = directionOfLetters([...values], header, isOfTrades);
  const directions = words.map((word) => ofLetters?.(word) ?? directionOf(word));
  const spelled =
    words.length === 2 &&
    directions.includes('in') &&
    directions.includes('out') &&
    [...values].every((value) => {
      const plain = plainWords(value);
      const isSpelled = words.includes(plain) || words.some((word) => word.charAt(0) === plain);
      return isSpelled || (ofLetters ?? directionOf)(value) !== undefined;
    });
  return Math.max(matchHeader(header, 'entity_type'), spelled ? 0.9 : 0);
}

const KINDS_SHARE_MAX = 0.75;
const KIND_WORDS_MAX = 3;

/** Under an unknown header, most rows need a word of several letters and both directions occur, or each row has a whole word. */
function saysDirections(values: ReadonlyMap<string, number>, direction: ReadsDirection): boolean {
  const clear = [...values].filter(([value]) => direction(value) !== undefined);
  const isWord = ([value]: [string, number]): boolean => value.length > 1 || !/\p{L}/u.test(value);
  const directions = new Set(clear.map(([value]) => direction(value)));
  if (directions.size === 2)
    return clear.every(isWord) && sumOf(clear) >= sumOf([...values]) * WORDED_SHARE_MIN;
  return clear.length === values.size && clear.every(([value]) => WHOLE_WORD.test(value));
}

const WHOLE_WORD = /^\p{L}{4,}$|^[^\p{ASCII}]{2,}$/u;

const WORDED_SHARE_MIN = 0.75;

function sumOf(values: readonly (readonly [string, number])[]): number {
  return values.reduce((sum, [, count]) => sum + count, 0);
}

type ReadColumn = Omit<TypeColumn, 'index'>;

/** Classifies the values by their words. */
function readValues(
  values: ReadonlyMap<string, number>,
  direction: ReadsDirection,
  header: string,
): ReadColumn | undefined {
  const counted = [...values].sort((one, other) => other[1] - one[1]);
  const clear = (side: Direction): string[] =>
    counted.flatMap(([value]) => (direction(value) === side ? [value] : []));
  const [paidIn, paidOut] = [clear('in'), clear('out')];
  const meant = counted.flatMap(([value]) =>
    MEANT_BY_OTHERS.has(plainWords(value)) ? [value] : [],
  );
  const side = sideOfMeant(paidIn, paidOut);
  const inflows = side === 'in' ? [...paidIn, ...meant] : paidIn;
  const outflows = side === 'out' ? [...paidOut, ...meant] : paidOut;
  const known = sumOf(counted.filter(([value]) => [...inflows, ...outflows].includes(value)));
  const share = known / sumOf(counted);
  if (known === 0 || share < CLEAR_SHARE_MIN) return undefined;
  const hasNeutral = share < 1;
  // All rows may be on one side; the word for the other side is needed for the next file.
  const word = outflows[0] ?? inflows[0] ?? '';
  const other = otherLetter(word, direction, header) ?? counterpartOf(word);
  if (inflows.length === 0 && other !== undefined) inflows.push(other);
  else if (outflows.length === 0 && hasNeutral && other !== undefined) outflows.push(other);
  if (hasNeutral && (inflows.length === 0 || outflows.length === 0)) return undefined;
  const confidence = share * (paidIn.length > 0 ? 1 : 0.7);
  return { basis: 'words', inflows, outflows, hasNeutral, confidence };
}

/** The letter of the other side, if the header spells both: A next to C in "Cargo/Abono". */
function otherLetter(word: string, direction: ReadsDirection, header: string): string | undefined {
  const words = plainWords(header).split(' ');
  if (!/^\p{L}$/u.test(word) || words.length !== 2) return undefined;
  const letter = words
    .map((one) => one.charAt(0))
    .find((one) => direction(one) !== undefined && direction(one) !== direction(word));
  return word === word.toLocaleUpperCase() ? letter?.toLocaleUpperCase() : letter;
}

/** The side of a payment or a refund: opposite to the purchases or sales in the same column. */
function sideOfMeant(paidIn: readonly string[], paidOut: readonly string[]): Direction | undefined {
  const has = (words: readonly string[], among: ReadonlySet<string>): boolean =>
    words.some((word) => among.has(plainWords(word)));
  if (has(paidIn, SALES))
    return paidOut.length === 0 || !has(paidOut, SPENDING) ? 'out' : undefined;
  const isCard = paidIn.length === 0 && paidOut.length > 0 && !has(paidOut, WALLET_SPENDING);
  return isCard || has(paidOut, SPENDING) ? 'in' : undefined;
}

function sideOf(counts: Record<Direction, number>): Direction {
  return counts.in > counts.out ? 'in' : 'out';
}

/** An account number. */
const NUMBERED = /\d{4}/;

/**
 * In a column of payers' accounts the holder's is one, and all others are of the other side: so is that of the first row, whose
 * balance follows from nothing. Undefined for another column.
 */
function sideOfPayers(
  counted: readonly (readonly [string, Record<Direction, number>])[],
): Direction | undefined {
  if (!counted.every(([value]) => NUMBERED.test(value))) return undefined;
  const sides = counted.flatMap(([, counts]) => (counts.in === counts.out ? [] : sideOf(counts)));
  const inflows = sides.filter((side) => side === 'in').length;
  const outflows = sides.length - inflows;
  if (Math.min(inflows, outflows) !== 1 || inflows === outflows) return undefined;
  return inflows > outflows ? 'in' : 'out';
}

/** Classifies the values by how the balance, or the charges, move the money in their rows, which works in every language. */
function learnValues(
  rows: readonly SampleRow[],
  column: number,
  moves: ReadonlyMap<number, 1 | -1>,
  {
    isNamed,
    direction,
    basis,
  }: Pick<ReadColumn, 'basis'> & {
    isNamed: boolean;
    direction: ReadsDirection;
  },
): ReadColumn | undefined {
  const tally = new Map<string, { in: number; out: number }>();
  for (const { cells, line } of rows) {
    const move = moves.get(line);
    const value = cells[column] ?? '';
    const counts = tally.get(value) ?? { in: 0, out: 0 };
    if (move !== undefined) counts[move > 0 ? 'in' : 'out'] += 1;
    tally.set(value, counts);
  }
  const counted = [...tally].sort(([, one], [, other]) => other.in + other.out - one.in - one.out);
  const mixed = counted.some(
    ([value, counts]) =>
      Math.min(counts.in, counts.out) * 10 > Math.max(counts.in, counts.out) ||
      (value === '' && counts.in + counts.out > 0),
  );
  const ofUnseen = sideOfPayers(counted);
  const of = (side: Direction): string[] =>
    counted.flatMap(([value, counts]) => {
      const unseen = direction(value) ?? directionOfStem(plainWords(value)) ?? ofUnseen;
      const seen = counts.in === counts.out ? unseen : sideOf(counts);
      return seen === side ? [value] : [];
    });
  const [inflows, outflows] = [of('in'), of('out')];
  if (mixed || inflows.length === 0 || outflows.length === 0) return undefined;
  const hasNeutral = inflows.length + outflows.length < tally.size;
  if (hasNeutral && !isNamed) return undefined;
  // Securities that were each only bought or only sold are no sides.
  if (basis === 'words' && !isNamed && tally.size > 2) return undefined;
  // Payees may each be on one side, too: the fewer the values, the more likely the column is about the side.
  const confidence = 0.95 - (tally.size - 2) * 0.02;
  return { basis, inflows, outflows, hasNeutral, confidence };
}
