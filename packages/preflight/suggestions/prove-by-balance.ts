import { findsBalanceBefore } from './balance-before.ts';
import { createBalanceTally } from '../evidence/balance-tally.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import {
  FORMAT_BITS,
  isNegativeAmount,
  NUMBER_FORMATS,
  readAmountText,
} from '../fields/amounts.ts';
import { isBalance } from './score-columns.ts';
import type { BalanceVerdict } from '../evidence/balance-tally.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnChoice, Sampled } from './score-columns.ts';

/** A running balance of the sample, and what it proves. */
export interface BalanceProof extends BalanceVerdict {
  /** Column of the balance. */
  column: number;
  format: NumberFormat;
}

/** Signs the amount of a row as the settings say. */
export type AsRead = (row: SampleRow, amount: number) => number;

const BALANCE_COLUMNS_MAX = 8;
/** Without a balance header, a column is only tried if it has at least this many distinct values. */
const UNNAMED_VALUES_MIN = 4;

const asWritten: AsRead = (_, amount) => amount;
const turned: AsRead = (_, amount) => -amount;

/** What a running balance proves about the amounts; undefined without one. Without `asRead`, their sign is open. */
export function proveByBalance(sampled: Sampled, asRead?: AsRead): BalanceProof | undefined {
  const { amount, outflow, inflow, fee } = sampled.choices;
  if (amount === undefined && outflow === undefined && inflow === undefined) return undefined;
  let best: BalanceProof | undefined;
  const isBefore = findsBalanceBefore(sampled);
  const take = (proof: BalanceProof | undefined): void => {
    if (proof !== undefined && isStronger(proof, best) && !isBefore(proof.order)) best = proof;
  };
  for (const column of balanceColumns(sampled)) {
    for (const format of formatsOf(sampled.rows, column)) {
      if (asRead !== undefined || fee === undefined) {
        take(follow(sampled, column, format, asRead ?? asWritten));
        continue;
      }
      // A fee is money out whatever the sign of the amount: turning the whole amount would turn the fee as well.
      for (const [read, reversed] of [
        [asWritten, false],
        [turned, true],
      ] as const) {
        const proof = follow(sampled, column, format, read);
        if (proof?.reversed === false) take({ ...proof, reversed });
      }
    }
  }
  return best;
}

/** A balance before the booking looks like one after it with all signs reversed, so a balance after it is preferred. */
function isStronger(proof: BalanceProof, best: BalanceProof | undefined): boolean {
  if (best === undefined || proof.agree !== best.agree) return proof.agree > (best?.agree ?? 0);
  return best.reversed && !proof.reversed;
}

/** The signed amounts of the rows in ten-thousandths, less their fees; NaN for rows without one. */
export function amountsOf(
  { rows, choices }: Pick<Sampled, 'rows' | 'choices'>,
  format: NumberFormat,
  asRead: AsRead = asWritten,
): number[] {
  const signs = splitSigns({ rows, choices });
  const { amount, outflow, inflow, fee } = choices;
  const read = ({ cells }: SampleRow, choice: ColumnChoice | undefined): number =>
    choice === undefined ? NaN : scaledAmountOf(cells[choice.index] ?? '', format);
  return rows.map((row) => {
    const paid =
      amount === undefined
        ? difference(signs.inflow * read(row, inflow), signs.outflow * read(row, outflow))
        : read(row, amount);
    const cost = signs.fee * (read(row, fee) || 0);
    return (asRead(row, paid) || (cost === 0 ? NaN : 0)) - cost;
  });
}

/** Money in less money out; NaN without either. */
function difference(paidIn: number, paidOut: number): number {
  if (Number.isNaN(paidIn) && Number.isNaN(paidOut)) return NaN;
  return (paidIn || 0) - (paidOut || 0);
}

/** Number columns that may be a balance, starting with those that have a matching header. */
function balanceColumns({ looks, choices }: Sampled): number[] {
  const taken = new Set(Object.values(choices).map(({ index }) => index));
  const named: number[] = [];
  const unnamed: number[] = [];
  looks.forEach((look, index) => {
    if (taken.has(index) || look.filled === 0 || look.numbers < look.filled * 0.8) return;
    if (isBalance(look)) named.push(index);
    else if (look.dates < look.filled / 2 && look.values.size >= UNNAMED_VALUES_MIN) {
      unnamed.push(index);
    }
  });
  return [...named, ...unnamed].slice(0, BALANCE_COLUMNS_MAX);
}

/** The number formats that fit the column; two if it is ambiguous. */
export function formatsOf(rows: readonly SampleRow[], column: number): NumberFormat[] {
  let all = 15;
  for (const row of rows) {
    const reading = readAmountText(row.cells[column] ?? '');
    if (reading !== 0 && (all & reading) !== 0) all &= reading;
  }
  // Without decimals 1,234 reads like 1,234.56; with a comma 1 234,56 reads like 1.234,56.
  const formats = NUMBER_FORMATS.filter((format) => (FORMAT_BITS[format] & all) !== 0);
  const [first] = formats;
  const comma = formats.find((format) => format.endsWith(',56'));
  return [...new Set([first, comma])].filter((format) => format !== undefined);
}

function follow(
  sampled: Sampled,
  column: number,
  format: NumberFormat,
  asRead: AsRead,
): BalanceProof | undefined {
  const tally = createBalanceTally();
  const { currency, account } = sampled.choices;
  const amounts = amountsOf(sampled, format, asRead);
  const textOf = ({ cells }: SampleRow, choice: ColumnChoice | undefined): string =>
    choice === undefined ? '' : (cells[choice.index] ?? '');
  sampled.rows.forEach((row, at) => {
    const key = `${textOf(row, currency)}\n${textOf(row, account)}`;
    const balance = scaledAmountOf(row.cells[column] ?? '', format);
    tally.add(row.line, balance, amounts[at] ?? NaN, key);
  });
  const verdict = tally.verdict();
  return verdict === undefined ? undefined : { ...verdict, column, format };
}

/** The sign that most rows use in the columns for money out, money in and fees: -1 if most amounts have a minus. */
export function splitSigns({
  rows,
  choices: { outflow, inflow, fee },
}: Pick<Sampled, 'rows' | 'choices'>): Record<'outflow' | 'inflow' | 'fee', 1 | -1> {
  const signOf = (choice: ColumnChoice | undefined): 1 | -1 => {
    if (choice === undefined) return 1;
    const paid = rows
      .map((row) => row.cells[choice.index] ?? '')
      .filter((cell) => /[1-9]/.test(cell));
    return paid.filter(isNegativeAmount).length * 2 > paid.length ? -1 : 1;
  };
  return { outflow: signOf(outflow), inflow: signOf(inflow), fee: signOf(fee) };
}

/** A balance proves something if it follows in at least this many rows, and in this share of all. */
const MOVES_MIN = 3;
const MOVES_SHARE_MIN = 0.75;

/** What the moves of a balance say about rows, by line, and how they are computed. */
export interface BalanceMoves<Said> {
  moves: ReadonlyMap<number, Said>;
  /** Column of the balance. */
  column: number;
  format: NumberFormat;
  /** 1 if a row follows from the one above, -1 if from the one below. */
  step: 1 | -1;
  /** -1 if the balance is the one before the row. */
  sign: 1 | -1;
}

/**
 * The balance that says something about most rows. `judgeUnder` a number format gets each row and how far the balance
 * moved with it, in either order of the rows; rows without a balance are skipped. Undefined if none says enough.
 */
export function followMost<Said>(
  sampled: Sampled,
  judgeUnder: (format: NumberFormat) => (row: SampleRow, moved: number) => Said | undefined,
): BalanceMoves<Said> | undefined {
  const { rows } = sampled;
  let best: BalanceMoves<Said> | undefined;
  const isBefore = findsBalanceBefore(sampled);
  for (const column of balanceColumns(sampled)) {
    const filled = rows.filter(({ cells }) => (cells[column] ?? '') !== '');
    for (const format of formatsOf(rows, column)) {
      const judge = judgeUnder(format);
      const balances = filled.map(({ cells }) => scaledAmountOf(cells[column] ?? '', format));
      // Oldest first, a row follows from the one above; newest first, from the one below.
      for (const [step, order] of [
        [1, 'oldest_first'],
        [-1, 'newest_first'],
      ] as const) {
        const followed = (sign: 1 | -1): BalanceMoves<Said> => {
          const moves = new Map<number, Said>();
          filled.forEach((row, at) => {
            const said = judge(row, sign * ((balances[at] ?? NaN) - (balances[at - step] ?? NaN)));
            if (said !== undefined) moves.set(row.line, said);
          });
          return { moves, column, format, step, sign };
        };
        const found = followed(1);
        if (found.moves.size > (best?.moves.size ?? 0))
          best = isBefore(order) ? followed(-1) : found;
      }
    }
  }
  const size = best?.moves.size ?? 0;
  return size >= MOVES_MIN && size >= (rows.length - 1) * MOVES_SHARE_MIN ? best : undefined;
}

/** The direction in which the balance moved with each row; undefined unless it moves by exactly these amounts. */
export function followAmounts(sampled: Sampled): BalanceMoves<1 | -1> | undefined {
  const { amount, fee } = sampled.choices;
  if (amount === undefined) return undefined;
  const signs = splitSigns(sampled);
  return followMost(sampled, (format) => ({ cells }, moved) => {
    const read = (at: number): number => scaledAmountOf(cells[at] ?? '', format);
    const move = moved + (fee === undefined ? 0 : signs.fee * (read(fee.index) || 0));
    if (move === 0 || Math.abs(move) !== Math.abs(read(amount.index))) return undefined;
    return move > 0 ? 1 : -1;
  });
}

/** The same by line. */
export const followMoves = (sampled: Sampled): ReadonlyMap<number, 1 | -1> | undefined =>
  followAmounts(sampled)?.moves;
