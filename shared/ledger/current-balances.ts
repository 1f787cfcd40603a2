import { householdToday } from '../households/households.ts';
import type { AnySql } from '../postgres/connect.ts';
import { withRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { findAccount, listAccounts } from './accounts.ts';
import type { Account } from './accounts.ts';
import { readDailyBalances } from './daily-balances.ts';

/**
 * Accounts with their current balances. If an account has an opening balance, and neither a bank nor a person states a later one,
 * its balance follows from its transactions.
 */
async function withBalances(
  sql: AnySql,
  householdId: string,
  accounts: readonly Account[],
  now: Date,
): Promise<Account[]> {
  const kept = accounts.filter(
    ({ link, balance, balanceAt }) => link === null && balance !== null && balanceAt === null,
  );
  if (kept.length === 0) return [...accounts];
  const today = await householdToday(sql, householdId, now);
  const ids = kept.map(({ id }) => id);
  const range = { startDate: today, endDate: today };
  const balances = await readDailyBalances(sql, householdId, ids, range);
  return accounts.map((account) => {
    const [current = null] = balances.get(account.id) ?? [];
    return current === null ? account : { ...account, balance: current };
  });
}

/** `listAccounts` with current balances. */
export function listCurrentAccounts(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  filter: { connectionId?: string | undefined },
  now: Date,
): Promise<Page<Account>> {
  const found = listAccounts(sql, householdId, page, filter);
  return withRows(found, (rows) => withBalances(sql, householdId, rows, now));
}

/** One account with its current balance; null if the household has none with that id. */
export async function findCurrentAccount(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<Account | null> {
  const account = await findAccount(sql, householdId, id);
  if (account === null) return null;
  const [current = account] = await withBalances(sql, householdId, [account], now);
  return current;
}
