import type { Statement } from './statement.ts';

/**
 * Returns a function that names the account of a statement. Some banks keep several currencies under one IBAN, each with its own
 * statement: those are separate accounts, and their names include the currency.
 */
export function accountNames(
  statements: readonly Statement[],
): (statement: Statement) => string | undefined {
  const currencies = new Map<string, Set<string>>();
  for (const { account, currency, bookings } of statements) {
    if (account === undefined || currency === undefined || bookings.length === 0) continue;
    currencies.set(account, (currencies.get(account) ?? new Set()).add(currency));
  }
  return ({ account, currency }) =>
    account !== undefined && currency !== undefined && (currencies.get(account)?.size ?? 0) > 1
      ? `${account} ${currency}`
      : account;
}
