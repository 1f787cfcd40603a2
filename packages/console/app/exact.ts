import { addDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';

/** An amount as it is reckoned with; what is not there is zero. */
export const exact = (text: string | null): string => normalizeDecimal(text ?? '0') ?? '0';

/** What is left of an amount without another. */
export const difference = (amount: string, without: string): string =>
  addDecimals([exact(amount), negateDecimal(exact(without))]);

/** The day so many days back. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
