import { bitAt, createDateProfile, DATE_FORMATS } from '../fields/dates.ts';
import { compileStrptime } from '../fields/strptime.ts';
import type { BalanceVerdict } from '../evidence/balance-tally.ts';
import type { SeenRows } from './sample.ts';

/** This many days in order are no coincidence. */
const STEPS_MIN = 3;
/** The range is checked elsewhere. */
const ANY_DAY = { first: -Infinity, last: Infinity };

/**
 * Returns a function that says whether balances that follow in an order are those before each booking. In the wrong order of
 * the rows and with all signs turned, these follow as balances after the booking do; the dates show the order.
 */
export function findsBalanceBefore({
  rows,
  looks,
}: SeenRows): (order: BalanceVerdict['order']) => boolean {
  let orders: readonly (BalanceVerdict['order'] | undefined)[] | undefined;
  return (order) => {
    orders ??= looks.flatMap(({ dates, filled }, column) => {
      if (dates < filled || filled < rows.length) return [];
      const cells = rows.map((row) => (row.cells[column] ?? '').slice(0, 64));
      const found = ordersOf(cells.filter((cell, at) => cell !== cells[at - 1]));
      // Value dates need not be in order.
      return found.includes(undefined) ? [] : found;
    });
    return orders.length > 0 && !orders.includes(order);
  };
}

/** The order of the rows under each format that reads all dates; undefined for a format under which there is none. */
function ordersOf(cells: readonly string[]): (BalanceVerdict['order'] | undefined)[] {
  const profile = createDateProfile(ANY_DAY);
  const readings = cells.map((cell) => profile.read(cell));
  const all = readings.reduce((bits, { parsed }) => bits & parsed, ~0);
  const suffix = readings[0]?.suffix ?? '';
  return DATE_FORMATS.flatMap((format, index) => {
    if ((all & bitAt(index)) === 0) return [];
    const read = compileStrptime(`${format}${suffix}`);
    const days = cells.map((cell) => read(cell) ?? NaN);
    return [orderOf(days)];
  });
}

function orderOf(days: readonly number[]): BalanceVerdict['order'] | undefined {
  const { rises, falls } = countMoves(days);
  if (rises >= STEPS_MIN && falls === 0) return 'oldest_first';
  return falls >= STEPS_MIN && rises === 0 ? 'newest_first' : undefined;
}

/** How many days are later than the one above, and how many earlier; unreadable ones are skipped. */
export function countMoves(days: readonly number[]): { rises: number; falls: number } {
  const read = days.filter((day) => !Number.isNaN(day));
  const steps = read.slice(1).map((day, at) => day - (read[at] ?? day));
  return {
    rises: steps.filter((step) => step > 0).length,
    falls: steps.filter((step) => step < 0).length,
  };
}
