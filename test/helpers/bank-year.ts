import type { WireRow } from '../../sandbox-provider/account.ts';
import { seededRandom, type Random } from '../../sandbox-provider/random.ts';
import { addDays } from '#preflight/days';

/** The first day of the year that a bank is made up for. */
export const YEAR_START = '2024-01-01';
const YEAR_DAYS = 366;

/** One purchase as it is in truth, and how feed and file of the bank show it. */
export interface Purchase {
  /** The bank's own id of the posted row; files do not carry it. */
  id: string;
  amount: string;
  /** The day that the feed gives the posted row. */
  feedDate: string;
  /** The day that the file gives it, up to three days apart. */
  fileDate: string;
  /** The day on which it posts; before that only the feed shows it, as pending from `feedDate` on, if at all. */
  postedOn: string;
  feedName: string;
  fileName: string;
  /** How it looked while it was pending; null when it never did. */
  pending: { id: string | null; amount: string } | null;
}

/** How a bank does things, drawn once for a year. */
interface BankHabits {
  pendingIds: 'same' | 'other' | 'none';
  fileDates: 'later' | 'earlier' | 'either';
  fileNames: 'same' | 'descriptor' | 'reference';
}

/** What people buy again and again for the same price, with how often a year and how many at once. */
const HABITS = [
  { name: 'Cafe Lumen', amount: -350, times: 60, atOnce: 2 },
  { name: 'Bakery Krume', amount: -350, times: 30, atOnce: 1 },
  { name: 'City Transport', amount: -290, times: 50, atOnce: 3 },
  { name: 'Stream Video', amount: -999, times: 12, atOnce: 1 },
  { name: 'Rent', amount: -85_000, times: 12, atOnce: 1 },
  { name: 'Payroll', amount: 240_000, times: 12, atOnce: 1 },
] as const;

const SHOPS = ['Corner Market', 'Green Grocer', 'Book Nook', 'Fuel Stop'] as const;

const decimal = (cents: number): string => (cents / 100).toFixed(2);

/** A year of purchases: twins, tips, pending rows, days and names that differ between feed and file. */
export function bankYear(seed: string): Purchase[] {
  const random = seededRandom(`bank-year ${seed}`);
  const bank: BankHabits = {
    pendingIds: random.pick(['same', 'other', 'none']),
    fileDates: random.pick(['later', 'earlier', 'either']),
    fileNames: random.pick(['same', 'descriptor', 'reference']),
  };
  const purchases: Purchase[] = [];
  const add = (name: string, cents: number, day: string, tipped = false): void => {
    purchases.push(makePurchase(bank, random, purchases.length, { name, cents, day, tipped }));
  };
  const anyDay = (): string => addDays(YEAR_START, random.whole(0, YEAR_DAYS - 1));
  for (const { name, amount, times, atOnce } of HABITS) {
    for (let count = 0; count < times; count += 1) {
      const day = anyDay();
      for (let twin = random.whole(1, atOnce); twin > 0; twin -= 1) add(name, amount, day);
    }
  }
  for (let count = 0; count < 100; count += 1) {
    add(random.pick(SHOPS), -random.whole(200, 9000), anyDay());
  }
  for (let count = 0; count < 30; count += 1) {
    add('Trattoria', -random.whole(20, 60) * 100, anyDay(), true);
  }
  return purchases;
}

function makePurchase(
  bank: BankHabits,
  random: Random,
  number: number,
  { name, cents, day, tipped }: { name: string; cents: number; day: string; tipped: boolean },
): Purchase {
  const apart = random.whole(0, 3);
  const side = { later: 1, earlier: -1, either: random.pick([1, -1]) }[bank.fileDates];
  const wasPending = tipped || random.whole(1, 10) > 6;
  const id = `row-${number}`;
  const pendingId = { same: id, other: `auth-${number}`, none: null }[bank.pendingIds];
  const tip = tipped ? Math.round((cents * random.whole(5, 25)) / 100) : 0;
  const upper = name.toUpperCase();
  return {
    id,
    amount: decimal(cents + tip),
    feedDate: day,
    fileDate: addDays(day, side * apart),
    postedOn: addDays(day, wasPending ? random.whole(1, 4) : random.whole(0, 1)),
    feedName: name,
    fileName: {
      same: name,
      descriptor: `CARD 4711 ${upper} BERLIN`,
      reference: `${random.whole(100_000, 999_999)} ${upper.slice(0, 6)}`,
    }[bank.fileNames],
    pending: wasPending ? { id: pendingId, amount: decimal(cents) } : null,
  };
}

/** What the bank's feed lists on a day, newest first. */
export function feedOn(purchases: readonly Purchase[], today: string): WireRow[] {
  const rows: WireRow[] = [];
  for (const purchase of purchases) {
    const { id, amount, feedDate: date, feedName: merchant, pending } = purchase;
    const posted = purchase.postedOn <= today;
    if (!posted && (pending === null || date > today)) continue;
    const shown = posted ? { id, amount } : pending;
    rows.push({ ...shown, currency: 'EUR', date, merchant, isPending: !posted });
  }
  return rows.sort((a, b) => String(b['date']).localeCompare(String(a['date'])));
}

/** The rows of a file of these days, inclusive, as downloaded on `today`: what has posted. */
export function fileRows(
  purchases: readonly Purchase[],
  { from, to, today }: { from: string; to: string; today: string },
): Purchase[] {
  return purchases
    .filter(({ postedOn, fileDate }) => postedOn <= today && fileDate <= today)
    .filter(({ fileDate }) => fileDate >= from && fileDate <= to)
    .sort((a, b) => a.fileDate.localeCompare(b.fileDate));
}
