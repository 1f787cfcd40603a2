import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countBy } from '../../shared/platform/group-by.ts';
import type { ReadBooking } from './read-bookings.ts';

/** A booking as a peer read it; if booking date and value date differ, either is right. */
export interface ExpectedBooking {
  dates: string[];
  amount: string;
}

/** How the bookings of one file compare with those that are known. */
export type BookingsVerdict = ReturnType<typeof compareBookings>;

/** The bookings of the files below a folder that holds an `expected.json`, by path in that folder. */
export function readExpected(folder: string): Map<string, ExpectedBooking[]> {
  const file = path.join(folder, 'expected.json');
  if (!existsSync(file)) return new Map();
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, ExpectedBooking[]>;
  };
  return new Map(Object.entries(files));
}

const keyOf = (date: string, cents: number): string => `${date} ${cents}`;
const centsOf = ({ amount }: ExpectedBooking): number => Math.round(Number(amount) * 100);

/**
 * Matches each expected booking with one that was read, in any order. `leftOut` are the amounts, in hundredths and
 * without sign, of rows that were left out because they have no date: the parts of collective bookings.
 */
export function compareBookings(
  expected: readonly ExpectedBooking[],
  read: readonly ReadBooking[],
  leftOut: readonly number[],
) {
  const left = countBy(read.map(({ date, cents }) => keyOf(date, cents)));
  const whole = new Set(left.keys());
  const take = (booking: ExpectedBooking, sign: 1 | -1): boolean =>
    booking.dates.some((date) => {
      const key = keyOf(date, centsOf(booking) * sign);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count > 0;
    });
  const missing = new Set(expected);
  // A booking with two dates must not take the only match of one that has a single date.
  const sorted = [...expected].sort((one, other) => one.dates.length - other.dates.length);
  for (const booking of sorted) if (take(booking, 1)) missing.delete(booking);
  const right = expected.length - missing.size;
  const parts = findParts(
    expected.filter((booking) => missing.has(booking)),
    whole,
  );
  const shown = countBy(leftOut);
  for (const booking of missing) {
    const cents = Math.abs(centsOf(booking));
    const count = shown.get(cents) ?? 0;
    if (parts.has(booking) || count === 0) continue;
    shown.set(cents, count - 1);
    parts.add(booking);
  }
  const wrongSign = [...missing].filter((booking) => !parts.has(booking) && take(booking, -1));
  return {
    expected: expected.length,
    read: read.length,
    /** Bookings with their date, amount and sign. */
    right,
    /** Parts of a collective booking that was rightly read as one booking. */
    parts: parts.size,
    /** Bookings that are right except for their sign. */
    wrongSign: wrongSign.length,
    /** Every booking was read with the opposite sign: the readings differ only in the sign of money out. */
    turned: right === 0 && wrongSign.length === expected.length && expected.length > 0,
  };
}

const PARTS_MAX = 200;

/** Runs of bookings on one day that add up to one booking that was read, because the peer lists its parts. */
function findParts(
  missing: readonly ExpectedBooking[],
  whole: ReadonlySet<string>,
): Set<ExpectedBooking> {
  const parts = new Set<ExpectedBooking>();
  for (let from = 0; from < missing.length; from += 1) {
    const date = missing[from]?.dates[0] ?? '';
    let sum = 0;
    let end = from;
    for (let to = from; to < Math.min(missing.length, from + PARTS_MAX); to += 1) {
      const booking = missing[to];
      if (booking === undefined || !booking.dates.includes(date)) break;
      sum += centsOf(booking);
      if (to > from && whole.has(keyOf(date, sum))) end = to;
    }
    if (end === from) continue;
    for (const booking of missing.slice(from, end + 1)) parts.add(booking);
    from = end;
  }
  return parts;
}
