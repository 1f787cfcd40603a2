import { utf8Text } from '../bytes.ts';
import { isSame, trimmedText } from '../csv/row-view.ts';
import { createBalanceTally } from './balance-tally.ts';
import { decimalByte, scaledAmount } from './scaled-amount.ts';
import { sideOfWord } from '../types/side-of-word.ts';
import type { DirectionWords } from '../types/side-of-word.ts';
import type { RowView } from '../csv/row-view.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SplitSigns } from '../suggestions/prove-by-balance.ts';
import type { BalanceVerdict } from './balance-tally.ts';

/** The columns of a reading whose balance is followed, and the sign of its amounts. */
export interface FollowedColumns {
  balance: number;
  format: NumberFormat;
  amount?: number;
  outflow?: number;
  inflow?: number;
  fee?: number;
  splitSigns: SplitSigns;
  /** A column of words decides the sign: money in where it holds the value. */
  words?: DirectionWords & { column: number };
  /** The amounts have the opposite sign: money out is positive. */
  reversed: boolean;
  /** Balances are followed separately for each account and currency. */
  blocks: readonly number[];
}

/** Reads the balance and amount of each row without keeping rows. */
export interface BalanceFollower {
  row(row: RowView): void;
  /** Undefined when the balances prove nothing. */
  verdict(): BalanceVerdict | undefined;
}

/** Follows the running balance of a whole file. */
export function followBalance(columns: FollowedColumns): BalanceFollower {
  const tally = createBalanceTally();
  const decimal = decimalByte(columns.format);
  const blockOf = createBlockReader(columns.blocks);

  function read(row: RowView, column: number): number {
    if (column >= row.cells) return NaN;
    return scaledAmount(row.bytes, row.starts[column] ?? 0, row.ends[column] ?? 0, decimal);
  }

  const netOf = (fee: number) => (row: RowView) =>
    readAmount(row) - columns.splitSigns.fee * (read(row, fee) || 0);

  function readAmount(row: RowView): number {
    const { amount, outflow, inflow, words, splitSigns } = columns;
    if (amount === undefined) {
      const paidIn = inflow === undefined ? NaN : read(row, inflow);
      const paidOut = outflow === undefined ? NaN : read(row, outflow);
      if (Number.isNaN(paidIn) && Number.isNaN(paidOut)) return NaN;
      return splitSigns.inflow * (paidIn || 0) - splitSigns.outflow * (paidOut || 0);
    }
    const value = read(row, amount);
    if (words !== undefined) {
      const side = sideOfWord(trimmedText(row, words.column), words);
      if (side === undefined) return NaN;
      const isInflow = (side === 'in') !== columns.reversed;
      return isInflow ? Math.abs(value) : -Math.abs(value);
    }
    return columns.reversed ? -value : value;
  }

  const readMoved = columns.fee === undefined ? readAmount : netOf(columns.fee);
  return {
    row(row) {
      tally.add(row.line, read(row, columns.balance), readMoved(row), blockOf(row));
    },
    verdict: () => tally.verdict(),
  };
}

/** The account and the currency of a row as one text; most rows repeat those of the row above. */
function createBlockReader(columns: readonly number[]): (row: RowView) => string {
  const froms = columns.map(() => 0);
  const lengths = columns.map(() => -1);
  let block = '';

  function repeats(row: RowView): boolean {
    const { cells, starts, ends } = row;
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      const from = column < cells ? (starts[column] ?? 0) : 0;
      const length = column < cells ? (ends[column] ?? 0) - from : 0;
      if (length !== lengths[at] || !isSame(row, from, froms[at] ?? 0, length)) return false;
    }
    return true;
  }

  return (row) => {
    if (repeats(row)) return block;
    columns.forEach((column, at) => {
      const inside = column < row.cells;
      froms[at] = inside ? (row.starts[column] ?? 0) : 0;
      lengths[at] = inside ? (row.ends[column] ?? 0) - (froms[at] ?? 0) : 0;
    });
    block = columns
      .map((_, at) => utf8Text(row.bytes, froms[at], (froms[at] ?? 0) + (lengths[at] ?? 0)))
      .join('\n');
    return block;
  };
}
