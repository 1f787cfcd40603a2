/** How the sandbox answers; all of it can change while it runs. */
export type Settings = {
  /** `none` sends all rows in one body; the others send pages. */
  paging: 'none' | 'cursor' | 'next' | 'page';
  pageSize: number;
  /** `camel`: accountId, merchant, isPending, balance.amount. `snake`: account_id, merchant_name, pending, balance.current. */
  dialect: 'camel' | 'snake';
  /** Off: ignores `from` and `to`, as older servers do. */
  dateFilter: boolean;
  /** Sends X-RateLimit-* headers in every answer. */
  rateHeaders: boolean;
  /** A fixed moment instead of the real time, or null. */
  now: string | null;
  /** Added to every answer. Milliseconds. */
  latencyMs: number;
};

export const defaultSettings: Settings = {
  paging: 'cursor',
  pageSize: 500,
  dialect: 'camel',
  dateFilter: true,
  rateHeaders: true,
  now: null,
  latencyMs: 0,
};

/** The sandbox's current time. */
export function currentTime(settings: Settings): Date {
  return settings.now === null ? new Date() : new Date(settings.now);
}
