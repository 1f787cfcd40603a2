import { utf8Text } from '../bytes.ts';
import { isSame, trimmedText } from '../csv/row-view.ts';
import { createBalanceTally } from './balance-tally.ts';
import { scaledReader } from './scaled-amount.ts';
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
  const signs = splitSigns(statement);
  // Read once, not per row: V8 discards compiled code when the next upload's objects have another shape.
  const wordsAt = settings.strategy === 'custom_column' ? words?.index : undefined;
  const tally = createBalanceTally();
  const read = scaledReader(proof.format);
  // Balances are followed separately for each account and currency.
  const blockOf = createBlockReader([currency, account].flatMap((choice) => choice?.index ?? []));
  /** The column of the balance, then those whose sum moves it, each with its sign. */
  const addends =
    amount === undefined
      ? [
          { choice: inflow, sign: signs.inflow },
          { choice: outflow, sign: -signs.outflow },
        ]
      : [{ choice: amount, sign: isReversed ? -1 : 1 }];
  const moving = [...addends, { choice: fee, sign: -signs.fee }].flatMap(({ choice, sign }) =>
    choice === undefined ? [] : [{ column: choice.index, sign }],
  );
  const columns = [proof.column, ...moving.map(({ column }) => column)];
  const factors = [0, ...moving.map(({ sign }) => sign)];
  // Numbers in an array are not boxed, as those that functions return may be.
  const values = new Float64Array(columns.length);

  /** The amount, whose sign only the words of the row tell, with the sign that the sum expects. */
  function signByWords(row: RowView, column: number): void {
    const side = sideOfWord(trimmedText(row, column), settings);
    values[1] = side === undefined ? NaN : Math.abs(values[1] ?? NaN) * (side === 'in' ? 1 : -1);
  }

  return {
    row(row: RowView): void {
      const { bytes, cells, starts, ends } = row;
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at] ?? 0;
        values[at] = column < cells ? read(bytes, starts[column] ?? 0, ends[column] ?? 0) : NaN;
      }
      if (wordsAt !== undefined) signByWords(row, wordsAt);
      let moved = 0;
      for (let at = 1; at < columns.length; at += 1)
        moved += (factors[at] ?? 0) * (values[at] || 0);
      tally.add(row.line, values[0] ?? NaN, moved, blockOf(row));
    },
    /** Undefined when the balances prove nothing. */
    verdict: () => tally.verdict(),
  };
}

/** The account and currency of a row as one text; most rows repeat those of the row above. */
function createBlockReader(columns: readonly number[]): (row: RowView) => string {
  const froms = new Int32Array(columns.length);
  const lengths = new Int32Array(columns.length).fill(-1);
  let block = '';

  function repeats(row: RowView): boolean {
    const { cells, starts, ends } = row;
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      const from = starts[column] ?? 0;
      const length = column < cells ? (ends[column] ?? 0) - from : 0;
      if (length !== lengths[at] || !isSame(row, from, froms[at] ?? 0, length)) return false;
    }
    return true;
  }

  /** Apart from the test of each row: V8 allocates memory whenever it enters a function whose closures use its parameter. */
  function readBlock(row: RowView): string {
    columns.forEach((column, at) => {
      const inside = column < row.cells;
      froms[at] = inside ? (row.starts[column] ?? 0) : 0;
      lengths[at] = inside ? (row.ends[column] ?? 0) - (froms[at] ?? 0) : 0;
    });
    block = columns
      .map((_, at) => utf8Text(row.bytes, froms[at], (froms[at] ?? 0) + (lengths[at] ?? 0)))
      .join('\n');
    return block;
  }

  return (row) => (repeats(row) ? block : readBlock(row));
}

export type BalanceFollower = NonNullable<ReturnType<typeof followBalance>>;
