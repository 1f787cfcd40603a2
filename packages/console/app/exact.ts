import { addDecimals, negateDecimal, normalizeDecimal } from '#preflight/money';

/** An amount in the form that the arithmetic takes; a missing one is zero. */
export const exact = (text: string | null): string => normalizeDecimal(text ?? '0') ?? '0';

/** One amount minus another. */
export const difference = (amount: string, without: string): string =>
  addDecimals([exact(amount), negateDecimal(exact(without))]);

/** The day that was so many days ago. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
