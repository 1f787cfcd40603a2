import { countMoves } from './balance-before.ts';
import type { DateRange } from '../fields/dates.ts';

/** Read wrongly, the days of a month are months or years, and so span many times as many days. */
export const SPAN_RATIO_MIN = 4;
/** If this many rows are out of order under the other reading only, the order is no coincidence. */
export const BREAKS_PLAIN = 3;

/** From the earliest to the latest day; NaN if one is unreadable. */
export const spanOf = (days: readonly number[]): number => Math.max(...days) - Math.min(...days);

/** How many neighbouring rows break the order of the days, ascending or descending. */
export const breaksOf = (days: readonly number[]): number =>
  Math.min(...Object.values(countMoves(days)));

/**
 * Whether days read with the year first (`yearsFirst`) are more likely than the same texts read with the day first (`daysFirst`):
 * they lie closer together, or are in order, and end later. Statements are recent, so `open` is what only one of the two says.
 */
export function weighYearsFirst(
  daysFirst: readonly number[],
  yearsFirst: readonly number[],
  { first, last }: DateRange,
): 'likely' | 'open' | 'unlikely' {
  const newest = (days: readonly number[]): number =>
    Math.max(...days.filter((day) => day >= first && day <= last));
  const [span, turnedSpan] = [spanOf(daysFirst), spanOf(yearsFirst)];
  if (span * SPAN_RATIO_MIN < turnedSpan) return 'unlikely';
  const isOrdered = breaksOf(yearsFirst) === 0 && breaksOf(daysFirst) >= BREAKS_PLAIN;
  const isClose = turnedSpan * SPAN_RATIO_MIN < span || isOrdered;
  const isLater = newest(yearsFirst) > newest(daysFirst);
  if (isClose && isLater) return 'likely';
  return isClose || isLater ? 'open' : 'unlikely';
}
