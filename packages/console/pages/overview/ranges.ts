/** Days back that net worth is shown for. */
export const RANGES = { month: 30, quarter: 90, year: 365 } as const;
export type Range = keyof typeof RANGES;
