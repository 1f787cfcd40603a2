import { formatScaled } from './scaled-amount.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';
import type { TotalsVerdict } from './stated-totals.ts';

/** A booking as it was read; the amount in ten-thousandths, NaN without one. */
interface Booking {
  line: number;
  amount: number;
}

/** Describes a stated total that the bookings miss: by its usual cause, and by a row if that is the only one of the size. */
export function totalWarning(
  { line, value, read, side }: TotalsVerdict['misses'][number],
  bookings: readonly Booking[],
): Warning {
  const difference = Math.abs(value - read);
  const missed = {
    line,
    side,
    stated: formatScaled(value),
    read: formatScaled(read),
    difference: formatScaled(difference),
  };
  if (value === read * 100 || read === value * 100) return warning('total_decimals', missed);
  const lineOf = (size: number): number | undefined => {
    const [first, ...others] = bookings.filter(({ amount }) => Math.abs(amount) === size);
    return others.length === 0 ? first?.line : undefined;
  };
  const same = lineOf(difference);
  if (same !== undefined) {
    const kind = read > value && side !== 'all' ? 'extra' : 'lacking';
    return warning(`total_row_${kind}`, { ...missed, row: same });
  }
  const half = side === 'all' ? lineOf(difference / 2) : undefined;
  if (half !== undefined) return warning('total_row_sign', { ...missed, row: half });
  return warning('total_gap', missed);
}
