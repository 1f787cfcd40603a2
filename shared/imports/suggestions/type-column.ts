import { readAmountText } from '../fields/amounts.ts';
import { counterpartOf, directionOf, NEUTRAL_VALUES } from './direction-words.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { followMoves } from './prove-by-balance.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { ColumnLook } from './sample.ts';

/** Columns with more distinct values do not name directions. */
const DIRECTION_VALUES_MAX = 12;

/** A column whose values separate money in from money out. */
export interface TypeColumn {
  index: number;
  /** Undefined when all rows are money out and the opposite word is unknown. */
  inflowValue?: string;
  inflowValues: number;
  confidence: number;
  basis: EvidenceBasis;
}

/** The column that best separates money in from money out, by the balance or by its words; undefined without one. */
export function findTypeColumn(found: Hypothesis, amount: number): TypeColumn | undefined {
  // A footer has no amount and cannot describe bookings.
  const rows = found.rows.filter((row) => readAmountText(row.cells[amount] ?? '') !== 0);
  const moves = followMoves(found.looks, found.rows, found.choices);
  let best: TypeColumn | undefined;
  let bestRank = 0;
  found.looks.forEach((look, index) => {
    if (index === amount || look.filled < rows.length || look.values.size > DIRECTION_VALUES_MAX)
      return;
    // In a short file all money in may be of one day.
    if (look.dates * 2 > look.filled) return;
    const named = nameOf(look);
    const values = rows.map((row) => ({ value: row.cells[index] ?? '', line: row.line }));
    const learnt = moves === undefined ? undefined : learnValues(values, moves);
    const column =
      learnt ?? (named === 0 && !saysDirections(look.values) ? undefined : readValues(values));
    if (column === undefined) return;
    const confidence =
      column.confidence * (learnt === undefined ? 0.5 + 0.5 * Math.max(named, 0.4) : 1);
    // Of columns that explain the balance equally well, a payee may be one; the one with words for it counts.
    const worded = [...look.values].every((value) => directionOf(value) !== undefined);
    const rank = confidence + named / 100 + (worded ? 0.02 : 0);
    if (rank > bestRank) {
      best = { ...column, index, confidence };
      bestRank = rank;
    }
  });
  return best;
}

/** How well the header names a column of directions: by a word for it, or by listing the values or their words, as in "C/D". */
function nameOf({ header, values }: ColumnLook): number {
  if (header === '') return 0.1;
  const words = plainWords(header).split(' ');
  const spelled =
    words.length === 2 &&
    [...values].every((value) => {
      const plain = plainWords(value);
      return words.includes(plain) || words.some((word) => word.charAt(0) === plain);
    });
  return Math.max(matchHeader(header, 'entity_type'), spelled ? 0.9 : 0);
}

/** Under an unknown header, every value must be a known direction, and both must occur. */
function saysDirections(values: ReadonlySet<string>): boolean {
  const directions = [...values].map(directionOf);
  return (
    directions.length > 0 &&
    directions.every((direction) => direction !== undefined) &&
    [...values].every((value) => value.length > 1 || !/\p{L}/u.test(value)) &&
    new Set(directions).size === 2
  );
}

type ReadColumn = Omit<TypeColumn, 'index'>;

/** Classifies the values by their words. */
function readValues(cells: readonly { value: string }[]): ReadColumn | undefined {
  const inflows = new Map<string, number>();
  let known = 0;
  let neutral: string | undefined;
  let neutrals = 0;
  let outflow: string | undefined;
  for (const { value } of cells) {
    const direction = directionOf(value);
    if (direction === undefined) {
      if (!NEUTRAL_VALUES.has(plainWords(value))) continue;
      neutral ??= value;
      neutrals += 1;
      continue;
    }
    known += 1;
    if (direction === 'in') inflows.set(value, (inflows.get(value) ?? 0) + 1);
    else outflow ??= value;
  }
  if (known + neutrals < cells.length * 0.9 || known === 0) return undefined;
  const [first] = [...inflows].sort((one, other) => other[1] - one[1]);
  // Purchases and payments, or purchases and refunds: everything but a purchase is money in.
  const other = outflow === undefined ? undefined : counterpartOf(outflow);
  const inflowValue = first?.[0] ?? neutral ?? other;
  const share = known / cells.length;
  return {
    basis: 'words',
    inflowValues: inflows.size,
    confidence: share * (inflows.size > 1 ? 0.6 : 1) * (first ? 1 : 0.7),
    ...(inflowValue === undefined ? {} : { inflowValue }),
  };
}

/** Classifies the values by how the balance moves beside each, which works in every language. */
function learnValues(
  cells: readonly { value: string; line: number }[],
  moves: ReadonlyMap<number, 1 | -1>,
): ReadColumn | undefined {
  const tally = new Map<string, { in: number; out: number }>();
  for (const { value, line } of cells) {
    const move = moves.get(line);
    if (move === undefined) continue;
    const counts = tally.get(value) ?? { in: 0, out: 0 };
    if (move > 0) counts.in += 1;
    else counts.out += 1;
    tally.set(value, counts);
  }
  const inflows = [...tally].filter(([, counts]) => counts.in > counts.out);
  const mixed = [...tally.values()].some(
    (counts) => Math.min(counts.in, counts.out) * 10 > Math.max(counts.in, counts.out),
  );
  const [first] = inflows;
  if (mixed || first === undefined || inflows.length !== 1 || tally.size < 2) return undefined;
  return { basis: 'balance', inflowValue: first[0], inflowValues: 1, confidence: 0.95 };
}
