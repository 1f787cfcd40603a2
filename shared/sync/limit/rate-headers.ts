import { waitFromAnswer } from './retry-after.ts';

export type RateHeaders = {
  /** Requests per window; null when not sent. */
  slots: number | null;
  /** null: sent without a window, which then counts as a minute. Milliseconds. */
  windowMs: number | null;
  /** How long the limit stays exhausted; null when it is not, or no header says. Milliseconds. */
  usedUpForMs: number | null;
};

type Headers = Record<string, string | undefined>;

/**
 * Reads X-RateLimit-Limit/-Remaining/-Reset, and the IETF draft's RateLimit-Policy in its older (`100;w=60`) and newer
 * (`"default";q=100;w=60`) form. Ignores headers about one account's quota, which say nothing about the credential.
 */
export function readRateHeaders(headers: Headers, now: Date): RateHeaders {
  const policy = headers['ratelimit-policy'] ?? '';
  const quota = /;\s*q=(\d{1,9})/.exec(policy)?.[1] ?? /^\s*(\d{1,9})\s*(?:;|$)/.exec(policy)?.[1];
  const window = /;\s*w=(\d{1,9})/.exec(policy)?.[1];
  const limit = named(headers, 'limit');
  const slots = quota === undefined ? limit : Number(quota);
  const remaining = named(headers, 'remaining');
  const resetMs = remaining === 0 ? resetIn(headers, now) : null;
  return {
    slots: slots === null || slots < 1 ? null : slots,
    windowMs: window === undefined || Number(window) < 1 ? null : Number(window) * 1000,
    usedUpForMs: resetMs,
  };
}

const prefixes = ['x-ratelimit-', 'x-rate-limit-', 'ratelimit-'];

function named(headers: Headers, field: string): number | null {
  for (const prefix of prefixes) {
    const value = headers[prefix + field]?.trim() ?? '';
    if (/^\d{1,9}$/.test(value)) return Number(value);
  }
  return null;
}

function resetIn(headers: Headers, now: Date): number | null {
  const plain = Object.fromEntries(
    prefixes.map((prefix) => [`${prefix}reset`, headers[`${prefix}reset`]]),
  );
  return waitFromAnswer({ headers: { ...plain, date: headers['date'] }, body: '', now });
}
