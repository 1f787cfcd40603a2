import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isOtherAmount } from './score-columns.ts';
import type { ColumnLook, SampleRow } from './sample.ts';

/** The columns that a payment service writes for each payment. */
export interface NetAmounts {
  gross: number;
  fee: number;
  /** The amount that reached the account. */
  net: number;
}

/** With a fee in this many rows, the sum is no coincidence. */
const FEES_MIN = 2;
const COLUMNS_TRIED_MAX = 10;

/**
 * Finds two amount columns that differ by a fee in every row; undefined without them. A fee reduces incoming
 * payments, so in these columns money in is positive.
 */
export function findNetAmounts(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
): NetAmounts | undefined {
  const numeric = looks
    .flatMap((look, index) => (look.numbers > 0 && look.numbers === look.filled ? [index] : []))
    .slice(0, COLUMNS_TRIED_MAX);
  const isFee = (column: number): boolean => isOtherAmount(looks[column]?.header ?? '');
  if (!numeric.some(isFee)) return undefined;
  const comma = rows.some((row) => numeric.some((at) => /,\d{1,2}$/.test(row.cells[at] ?? '')));
  const values = new Map(
    numeric.map((column) => [
      column,
      rows.map((row) => scaledAmountOf(row.cells[column] ?? '', comma ? '1.234,56' : '1,234.56')),
    ]),
  );
  for (const fee of numeric.filter(isFee)) {
    const others = numeric.filter((column) => column !== fee && !isFee(column));
    for (const gross of others) {
      for (const net of others) {
        if (net !== gross && isNetOf(values, { gross, fee, net })) return { gross, fee, net };
      }
    }
  }
  return undefined;
}

function isNetOf(
  values: ReadonlyMap<number, readonly number[]>,
  { gross, fee, net }: NetAmounts,
): boolean {
  let fees = 0;
  const holds = (values.get(net) ?? []).every((left, row) => {
    const whole = values.get(gross)?.[row] ?? NaN;
    const taken = Math.abs(values.get(fee)?.[row] || 0);
    if (taken !== 0) fees += 1;
    return left === whole - taken;
  });
  return holds && fees >= FEES_MIN;
}
