import type { Account } from '../../shared/ledger/accounts.ts';
import { readDailyBalances } from '../../shared/ledger/daily-balances.ts';
import type { ApiContext } from '../context.ts';
import { todayOf } from '../http/day-range.ts';

/**
 * Accounts with their current balances: one that began with an opening balance, and of which nobody states another one,
 * holds what its transactions made of it.
 */
export async function withBalances(
  context: ApiContext,
  householdId: string,
  accounts: readonly Account[],
): Promise<Account[]> {
  const kept = accounts.filter(
    ({ link, balance, balanceAt }) => link === null && balance !== null && balanceAt === null,
  );
  if (kept.length === 0) return [...accounts];
  const today = await todayOf(context, householdId);
  const ids = kept.map(({ id }) => id);
  const range = { startDate: today, endDate: today };
  const balances = await readDailyBalances(context.sql, householdId, ids, range);
  return accounts.map((account) => {
    const [now = null] = balances.get(account.id) ?? [];
    return now === null ? account : { ...account, balance: now };
  });
}

/** The same of one account. */
export async function withBalance(
  context: ApiContext,
  householdId: string,
  account: Account,
): Promise<Account> {
  const [current = account] = await withBalances(context, householdId, [account]);
  return current;
}
