import { LosslessNumber } from 'lossless-json';
import { addDays, daysBetween } from './days.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';
import type { WireRow } from './account.ts';

/** How money is spent from an invented account. */
export type Spending = {
  /** The seed of all its rows. */
  seed: string;
  /** null leaves `currency` out of every row. */
  currency: string | null;
  /** Decimal places of the currency: 0 for JPY, 3 for KWD. */
  decimals: number;
  rowsPerDay: number;
  /** A typical purchase, in whole units of the currency. */
  typical: number;
  merchants: readonly [Merchant, ...Merchant[]];
};

export type Merchant = { name: string; tips?: boolean };

/** The longest time from purchase to posting, in days. */
export const longestPendingDays = 3;

/**
 * The rows of one day of purchases as the provider would list them on `today`. A row is pending until its settling day,
 * mostly without an id. Then it posts under its own id, sometimes a day later and (where people tip) for a larger sum.
 * `settled` makes it post earlier.
 */
export function demoRows(
  spending: Spending,
  day: string,
  today: string,
  settled: (rowKey: string) => boolean,
): { key: string; row: WireRow }[] {
  const random = seededRandom(`${spending.seed}|${day}`);
  const count = Math.floor(spending.rowsPerDay + random.next());
  const rows: { key: string; row: WireRow }[] = [];
  for (let index = 0; index < count; index += 1) {
    const drawn = drawRow(spending, random);
    const key = `${spending.seed}|${day}|${index}`;
    const pending = daysBetween(day, today) < drawn.settleDays && !settled(key);
    rows.push({ key, row: showRow(spending, drawn, day, today, pending) });
    // A second, equal purchase on the same day: two trams, two coffees.
    if (random.next() < 0.01 && index + 1 < count) {
      index += 1;
      const twin = { ...drawn, postedId: random.hex(32) };
      rows.push({ key: `${key}twin`, row: showRow(spending, twin, day, today, pending) });
    }
  }
  if (day.endsWith('-25') && spending.rowsPerDay >= 5) {
    const salary = { ...drawRow(spending, random), merchant: 'Acme Payroll', settleDays: 0 };
    salary.postedUnits = BigInt(spending.typical) * 100n * 10n ** BigInt(spending.decimals);
    rows.push({
      key: `${spending.seed}|${day}|salary`,
      row: showRow(spending, salary, day, today, false),
    });
  }
  return rows;
}

function drawRow(spending: Spending, random: Random) {
  const merchant = random.pick(spending.merchants);
  const scale = 10 ** spending.decimals;
  const size = Math.max(1, Math.round(spending.typical * scale * (0.05 + 2 * random.next() ** 3)));
  const refund = random.next() < 0.03;
  const roll = random.next();
  const settleDays = roll < 0.4 ? 0 : roll < 0.7 ? 1 : roll < 0.9 ? 2 : longestPendingDays;
  const tipped = merchant.tips === true && !refund && random.next() < 0.15;
  const posted = tipped ? Math.round(size * (1.1 + 0.15 * random.next())) : size;
  const pendingId = random.next() < 0.2 ? `pending-${random.hex(16)}` : null;
  return {
    merchant: merchant.name,
    description: `${merchant.name.toUpperCase()} CARD ${random.whole(1000, 9999)}`,
    /** In the currency's smallest unit, signed from the holder's view. */
    pendingUnits: BigInt(refund ? size : -size),
    postedUnits: BigInt(refund ? size : -posted),
    settleDays,
    pendingId,
    postedId: random.hex(32),
  };
}

function showRow(
  spending: Spending,
  drawn: ReturnType<typeof drawRow>,
  day: string,
  today: string,
  pending: boolean,
): WireRow {
  const units = pending ? drawn.pendingUnits : drawn.postedUnits;
  const row: WireRow = {
    id: pending ? drawn.pendingId : drawn.postedId,
    amount: new LosslessNumber(decimalText(units, spending.decimals)),
    // A row that was settled on demand on its own day cannot be booked a day later.
    date: !pending && drawn.settleDays >= 2 && day < today ? addDays(day, 1) : day,
    merchant: drawn.merchant,
    description: drawn.description,
    isPending: pending,
  };
  return spending.currency === null ? row : { ...row, currency: spending.currency };
}

/** 1250 with 2 places is "12.50". */
function decimalText(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
