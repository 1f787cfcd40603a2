import { seededRandom } from '../test/helpers/draws.ts';

/** A bank file of our own making: 95,000 rows in about 10 MB, the same on every run. */
export const BANK_FILE_ROWS = 95_000;

const SHOPS = ['Corner Bakery', 'City Transport', 'Green Grocer', 'Phone & Web', 'Book House'];

/** UTF-8 CSV with quoted names, a running balance and dates that repeat as in a statement. */
export function makeBankFile(
  kind: 'sound' | 'faulty' = 'sound',
  rows: number = BANK_FILE_ROWS,
): Buffer {
  const random = seededRandom(7);
  const lines = ['Date,Description,Amount,Currency,Category,Account,Balance,Reference'];
  let balance = 100_000;
  for (let row = 0; row < rows; row += 1) {
    const day = new Date(Date.UTC(2023, 0, 1) + Math.floor(row / 120) * 86_400_000);
    // Whole cents, so that the balance follows from row to row as a bank's does.
    const amount = Math.round(random() * 40_000) - 20_000;
    balance += amount;
    const shop = SHOPS[row % SHOPS.length] ?? '';
    const name = row % 6 === 0 ? `"${shop}, branch ${row}"` : `${shop} branch ${row}`;
    const date = kind === 'faulty' ? `day ${row}` : day.toISOString().slice(0, 10);
    const money = kind === 'faulty' ? 'none' : (amount / 100).toFixed(2);
    lines.push(
      `${date},${name},${money},EUR,Groceries and more,Main account,${(balance / 100).toFixed(2)},REF${String(row).padStart(14, '0')}`,
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
