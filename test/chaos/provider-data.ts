import type { SandboxProvider } from '../../sandbox-provider/server.ts';
import { dayOf, addDays } from '../../sandbox-provider/days.ts';
import type { ChaosSettings } from './settings.ts';

const accountsPerKey = 2;

/** One row for comparison: account, id (or none), day, amount and text, in one string. */
export type RowText = string;

export function rowText(
  account: string,
  id: string | null,
  day: string,
  amount: string,
  text: string,
): RowText {
  return [account, id ?? 'none', day, amount, text].join(' | ');
}

/** How often each row occurs. */
export function countRows(rows: Iterable<RowText>): Map<RowText, number> {
  const counts = new Map<RowText, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

/**
 * Gives every key its accounts in the sandbox. A tenth of the rows has no id, and some of those are equal
 * to others in everything, which is where a page stored twice would show. Answers what a connection with
 * each key has to end with.
 */
export function fillProvider(
  sandbox: SandboxProvider,
  settings: ChaosSettings,
): Map<string, Map<RowText, number>> {
  const rowsEach = Math.floor(settings.transactions / settings.connections / accountsPerKey);
  const today = dayOf(new Date());
  const expected = new Map<string, Map<RowText, number>>();
  for (let keyNumber = 0; keyNumber < settings.keys; keyNumber += 1) {
    const key = `chaos-key-${keyNumber}`;
    const texts: RowText[] = [];
    const accounts = Array.from({ length: accountsPerKey }, (_, accountNumber) => {
      const id = `a${accountNumber}`;
      const transactions = Array.from({ length: rowsEach }, (__, index) => {
        const row = makeRow(keyNumber, index, rowsEach, today);
        texts.push(rowText(id, row.id, row.date, row.amount, row.description));
        return { ...row, amount: Number(row.amount) };
      });
      const listing = { id, name: `Account ${id}`, currency: 'EUR', status: 'ACTIVE' };
      return { listing, transactions };
    });
    sandbox.admin('PUT', `/users/${key}`, { accounts });
    expected.set(key, countRows(texts));
  }
  return expected;
}

function makeRow(keyNumber: number, index: number, rows: number, today: string) {
  const idless = index % 10 === 9;
  // Within the 90 days of a first sync, newest first.
  const date = addDays(today, -Math.floor((index * 80) / rows));
  const cents = String(index % 100).padStart(2, '0');
  return {
    id: idless ? null : `k${keyNumber}-${index}`,
    amount: idless ? '-2.5' : `-${1 + (index % 997)}.${cents}5`,
    currency: 'EUR',
    date,
    merchant: idless ? 'Kiosk' : `Merchant ${index % 53}`,
    description: idless ? 'Coffee' : `Row ${index} of key ${keyNumber}`,
    isPending: false,
  };
}

/** Requests that a sync of everything takes when none is made twice. */
export function plannedRequests(settings: ChaosSettings): number {
  const rowsEach = Math.floor(settings.transactions / settings.connections / accountsPerKey);
  const pages = Math.max(1, Math.ceil(rowsEach / settings.pageRows));
  return settings.connections * (1 + accountsPerKey * (pages + 2));
}
