import { utf8Text } from '../bytes.ts';
import { isSame, trimmedText } from '../csv/row-view.ts';
import { createBalanceTally } from './balance-tally.ts';
import { decimalByte, scaledAmount } from './scaled-amount.ts';
import { sideOfWord } from '../types/side-of-word.ts';
import { splitSigns } from '../suggestions/prove-by-balance.ts';
import type { RowView } from '../csv/row-view.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';

/** Follows the balance found in the sample through the whole file, without keeping rows; undefined if there is none. */
export function followBalance(statement: Hypothesis, settings: CsvSettings) {
  const { proof, choices } = statement;
  if (proof === undefined) return undefined;
  const { amount, outflow, inflow, fee, entity_type: words, currency, account } = choices;
  const isReversed = settings.signage === 'inflows_negative';
  // Read once, not per row: V8 discards compiled code when the next upload's objects have another shape.
  const balanceAt = proof.column;
  const amountAt = amount?.index;
  const outflowAt = outflow?.index;
  const inflowAt = inflow?.index;
  const feeAt = fee?.index;
  const wordsAt = settings.strategy === 'custom_column' ? words?.index : undefined;
  const tally = createBalanceTally();
  const decimal = decimalByte(proof.format);
  const signs = splitSigns(statement);
  // Balances are followed separately for each account and currency.
  const blockOf = createBlockReader([currency, account].flatMap((choice) => choice?.index ?? []));

  function read(row: RowView, column: number | undefined): number {
    if (column === undefined || column >= row.cells) return NaN;
    return scaledAmount(row.bytes, row.starts[column] ?? 0, row.ends[column] ?? 0, decimal);
  }

  function readAmount(row: RowView): number {
    if (amountAt === undefined) {
      const paidIn = read(row, inflowAt);
      const paidOut = read(row, outflowAt);
      if (Number.isNaN(paidIn) && Number.isNaN(paidOut)) return NaN;
      return signs.inflow * (paidIn || 0) - signs.outflow * (paidOut || 0);
    }
    const value = read(row, amountAt);
    if (wordsAt === undefined) return isReversed ? -value : value;
    const side = sideOfWord(trimmedText(row, wordsAt), settings);
    if (side === undefined) return NaN;
    return (side === 'in') === isReversed ? -Math.abs(value) : Math.abs(value);
  }

  return {
    row(row: RowView): void {
      const cost = feeAt === undefined ? 0 : signs.fee * (read(row, feeAt) || 0);
      tally.add(row.line, read(row, balanceAt), (readAmount(row) || 0) - cost, blockOf(row));
    },
    /** Undefined when the balances prove nothing. */
    verdict: () => tally.verdict(),
  };
}

/** The account and currency of a row as one text; most rows repeat those of the row above. */
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

export type BalanceFollower = NonNullable<ReturnType<typeof followBalance>>;
