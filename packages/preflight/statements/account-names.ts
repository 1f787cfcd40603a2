import type { Statement } from './statement.ts';

/**
 * How each statement names its account. Some banks keep money of several currencies under one IBAN, with a statement for each: those
 * are separate accounts, named with their currency.
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
