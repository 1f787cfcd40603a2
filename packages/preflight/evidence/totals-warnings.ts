import { formatScaled } from './scaled-amount.ts';
import type { TotalsVerdict } from './stated-totals.ts';

/** A booking as it was read; the amount in ten-thousandths, NaN without one. */
interface Booking {
  line: number;
  amount: number;
}

type Miss = TotalsVerdict['misses'][number];

const WHAT = { out: 'money out', in: 'money in', all: 'all bookings' };

/** Describes the stated totals that the bookings do not add up to, and what may be wrong. */
export function totalsWarnings(misses: readonly Miss[], bookings: readonly Booking[]): string[] {
  return misses.map((miss) => {
    const { line, value, read, side } = miss;
    const difference = formatScaled(Math.abs(value - read));
    return `Line ${line} states a total of ${formatScaled(value)} for ${WHAT[side]}, the rows add up to ${formatScaled(read)}: a difference of ${difference}${causeOf(miss, bookings)}.`;
  });
}

/** The usual cause of such a difference; names a row when it is the only one of that size. */
function causeOf({ value, read, side }: Miss, bookings: readonly Booking[]): string {
  if (value === read * 100 || read === value * 100) return '; the decimal separator may be misread';
  const difference = Math.abs(value - read);
  const lineOf = (size: number): number | undefined => {
    const [first, ...others] = bookings.filter(({ amount }) => Math.abs(amount) === size);
    return others.length === 0 ? first?.line : undefined;
  };
  const same = lineOf(difference);
  if (same !== undefined) {
    return read > value && side !== 'all'
      ? `; line ${same} has this amount: it may be a duplicate, or have the wrong sign`
      : `; line ${same} has this amount: a second one may be missing, or its sign may be wrong`;
  }
  const half = side === 'all' ? lineOf(difference / 2) : undefined;
  if (half !== undefined) return `; the sign of line ${half} may be wrong`;
  return '; a row may be missing or duplicated';
}
