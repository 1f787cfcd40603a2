import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isOtherAmount } from './score-columns.ts';
import type { ColumnLook, SampleRow } from './sample.ts';

/** What a payment service writes of each payment, by column. */
export interface NetAmounts {
  gross: number;
  fee: number;
  /** What reached the account. */
  net: number;
}

/** As many rows must have a fee before the sum is no chance. */
const FEES_MIN = 2;
const COLUMNS_TRIED_MAX = 10;

/**
 * Columns of which one is the other less a fee, row by row; undefined without them. A fee makes less of what comes in:
 * in these columns money in is positive.
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
