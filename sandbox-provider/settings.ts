/** How the sandbox answers; all of it can change at run time. The names are those of the admin routes. */
export type Settings = {
  /** `none` sends all rows in one body; the others send pages. */
  paging: 'none' | 'cursor' | 'next' | 'page';
  page_size: number;
  /** `camel`: accountId, merchant, isPending, balance.amount. `snake`: account_id, merchant_name, pending, balance.current. */
  dialect: 'camel' | 'snake';
  /** Off: ignores `from` and `to`, as older servers do. */
  date_filter: boolean;
  /** Sends X-RateLimit-* headers in every answer. */
  rate_headers: boolean;
  /** A fixed moment instead of the real time, or null. */
  now: string | null;
  /** Added to every answer. Milliseconds. */
  latency_ms: number;
};

export const defaultSettings: Settings = {
  paging: 'cursor',
  page_size: 500,
  dialect: 'camel',
  date_filter: true,
  rate_headers: true,
  now: null,
  latency_ms: 0,
};

/** The sandbox's current time. */
export function currentTime(settings: Settings): Date {
  return settings.now === null ? new Date() : new Date(settings.now);
}
