import { expect } from 'chai';
import fc from 'fast-check';
import { addDays } from '#preflight/days';
import { cases } from '../../helpers/cases.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { forAllAsync } from '../../helpers/for-all.ts';

/** More rounds: `PENDING_RUNS=200 CASES_MS=3600000`, and `--timeout 3600000`. */
const RUNS = Number(process.env['PENDING_RUNS'] ?? cases(12));
const FIRST = '2025-03-01';
/** Every file goes back to this day: only then does it say what is gone. */
const OLDEST = [FIRST, '-900.00', 'Rent', 'Booked'];

/** A purchase as a bank lives it: pending for some days, then booked, maybe with a tip. */
const purchase = fc.record({
  day: fc.integer({ min: 0, max: 20 }),
  daysPending: fc.integer({ min: 0, max: 6 }),
  amount: fc.constantFrom(350, 1000, 1290),
  name: fc.constantFrom('Cafe Uno', 'Tram', 'Grocer', 'Kiosk'),
  tip: fc.constantFrom(0, 0, 0, 50),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never;
/** The days on which a person downloads all that the bank shows. */
const downloads = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 4 });

const money = (cents: number): string => (-cents / 100).toFixed(2);

function listedOn(day: number, { daysPending, amount, name, tip, ...one }: Purchase): string[][] {
  if (one.day > day) return [];
  const bookedOn = one.day + daysPending;
  return bookedOn > day
    ? [[addDays(FIRST, one.day), money(amount), name, 'Pending']]
    : [[addDays(FIRST, bookedOn), money(daysPending > 0 ? amount + tip : amount), name, 'Booked']];
}

describe('files of a bank that lists purchases before it books them', () => {
  const { api, imports } = withImports();

  it('leave as many transactions as the last of them has rows, each as it says', async () => {
    const lives = fc.uniqueArray(purchase, {
      maxLength: 6,
      // Of two that are alike in shop and price a tip may be either's: that is a person's to say.
      selector: ({ name, amount }) => `${name} ${amount}`,
    });
    await forAllAsync(RUNS, lives, downloads, async (purchases, days) => {
      const account_id = await imports.freshAccount();
      const files = days
        .sort((one, other) => one - other)
        .map((day) => [OLDEST, ...purchases.flatMap((one) => listedOn(day, one))]);
      for (const rows of files) {
        const raw_file_content = csvOf('date,amount,name,status', rows);
        await imports.bring({ raw_file_content, account_id });
      }
      const { body } = await api.request('GET', '/api/v1/transactions?per_page=100');
      const stored = (body.data as any[]).map((row) => [
        row.date,
        Number(row.amount).toFixed(2),
        row.name,
        row.pending ? 'Pending' : 'Booked',
      ]);
      expect(stored.sort()).to.deep.equal((files.at(-1) ?? []).sort());
    });
  });
});
