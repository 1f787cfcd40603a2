import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A booking as a peer read it; where the booking and the value date differ, either is right. */
interface ExpectedBooking {
  dates: string[];
  amount: string;
}

/** A booking as preflight reads it: ISO date, amount in hundredths with money in positive. */
export interface ReadBooking {
  date: string;
  cents: number;
}

/** How the bookings of one file compare with what is known of them. */
export interface BookingsVerdict {
  expected: number;
  read: number;
  /** Bookings with their date, amount and sign. */
  right: number;
  /** Bookings that are right but for their sign. */
  wrongSign: number;
}

/** The bookings of the files below a folder that holds an `expected.json`, by path in that folder. */
export function readExpected(folder: string): Map<string, ExpectedBooking[]> {
  const file = path.join(folder, 'expected.json');
  if (!existsSync(file)) return new Map();
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, ExpectedBooking[]>;
  };
  return new Map(Object.entries(files));
}

/** Matches each expected booking with one that was read, whatever their order. */
export function compareBookings(
  expected: readonly ExpectedBooking[],
  read: readonly ReadBooking[],
): BookingsVerdict {
  const left = new Map<string, number>();
  const keyOf = (date: string, cents: number): string => `${date} ${cents}`;
  for (const { date, cents } of read) {
    const key = keyOf(date, cents);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const take = (booking: ExpectedBooking, sign: 1 | -1): boolean =>
    booking.dates.some((date) => {
      const key = keyOf(date, Math.round(Number(booking.amount) * 100) * sign);
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count > 0;
    });
  // A booking whose dates can both be matched must not take the only match of another one.
  const sorted = [...expected].sort((one, other) => one.dates.length - other.dates.length);
  const missing = sorted.filter((booking) => !take(booking, 1));
  const wrongSign = missing.filter((booking) => take(booking, -1)).length;
  return {
    expected: expected.length,
    read: read.length,
    right: expected.length - missing.length,
    wrongSign,
  };
}
