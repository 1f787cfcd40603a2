import {
  ACCOUNTING,
  AMBIGUOUS,
  COMMA_DECIMAL,
  FORMAT_BITS,
  NUMBER_FORMATS,
  POINT_DECIMAL,
} from './amounts.ts';
import { isClose } from './is-close.ts';
import type { NumberFormat } from './amounts.ts';
import type { FormatVerdict } from './is-close.ts';

/** The format of all number columns of an import, taken together. */
export interface NumberVerdict extends FormatVerdict<NumberFormat> {
  /** A balance or a total proves which of the two it is. */
  isProven?: boolean;
  /** Cells that can only be read while no format is sent; absent when there are none. */
  accounting?: number;
}

/**
 * Prefers the format that reads the most cells, then the order of the formats, the first of which is the default.
 * `counts` holds one histogram per column, indexed by what readAmount returns.
 */
export function decideNumberFormat(counts: readonly Int32Array[]): NumberVerdict {
  const total = (test: (reading: number) => boolean): number =>
    counts.reduce(
      (sum, column) =>
        sum + column.reduce((part, n, reading) => (test(reading) ? part + n : part), 0),
      0,
    );
  const cells = total(() => true);
  let best: NumberFormat = '1,234.56';
  let bestFit = -1;
  for (const format of NUMBER_FORMATS) {
    const fit = total((reading) => (reading & FORMAT_BITS[format]) !== 0);
    if (fit > bestFit) {
      best = format;
      bestFit = fit;
    }
  }
  const accounting = total(
    (reading) => (reading & ACCOUNTING) !== 0 && (reading & FORMAT_BITS[best]) !== 0,
  );
  const verdict: NumberVerdict = {
    format: best,
    faults: cells - bestFit,
    cells,
    ...(accounting > 0 && { accounting }),
  };
  const both = POINT_DECIMAL | COMMA_DECIMAL;
  if (total((reading) => (reading & AMBIGUOUS) !== 0) === 0) return verdict;
  const fits = total((reading) => (reading & both) === both);
  if (fits === cells) return { ...verdict, tiesWith: '1.234,56' };
  const rival = best === '1,234.56' ? '1.234,56' : '1,234.56';
  const rivalFit = total((reading) => (reading & FORMAT_BITS[rival]) !== 0);
  return isClose(rivalFit, bestFit)
    ? { ...verdict, nearly: { format: rival, telling: bestFit - rivalFit } }
    : verdict;
}
