/** The parts of an answer that may state a wait. Header names are lower case. */
export type WaitSource = {
  headers: Record<string, string | undefined>;
  body: string;
  /** Our own clock, used when the answer has no Date header. */
  now: Date;
};

const MAX_WAIT_MS = 7 * 86_400_000;
/** A larger "reset" is a timestamp, not a duration: no limit lasts 30 years. */
const EPOCH_SECONDS = 1_000_000_000;
const EPOCH_MILLISECONDS = 1_000_000_000_000;

/**
 * How long a rate-limited answer asks to wait: Retry-After in seconds or as a date (relative to the answer's own Date header, since
 * clocks differ), then the rate headers, then words such as "try again in 42 seconds". In milliseconds, above 0 and at most 7 days;
 * null without a usable value. Negative, past and unreadable values are ignored.
 */
export function waitFromAnswer(source: WaitSource): number | null {
  const candidates = [
    () => fromRetryAfter(source),
    () => fromRateHeaders(source),
    () => fromBody(source.body),
  ];
  for (const candidate of candidates) {
    const waitMs = candidate();
    if (waitMs !== null && waitMs > 0) return Math.min(Math.ceil(waitMs), MAX_WAIT_MS);
  }
  return null;
}

function answeredAt(source: WaitSource): number {
  const date = Date.parse(source.headers['date'] ?? '');
  return Number.isNaN(date) ? source.now.getTime() : date;
}

function seconds(text: string): number | null {
  return /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) * 1000 : null;
}

function fromRetryAfter(source: WaitSource): number | null {
  const value = source.headers['retry-after']?.trim() ?? '';
  const waitMs = seconds(value);
  if (waitMs !== null) return waitMs;
  // An HTTP-date starts with a weekday; Date.parse alone would accept "-5" as a year.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(value)) return null;
  // The oldest of the three forms has no zone; all mean GMT.
  const moment = Date.parse(/[a-z]$/i.test(value) ? value : `${value} GMT`);
  return Number.isNaN(moment) ? null : moment - answeredAt(source);
}

function fromRateHeaders(source: WaitSource): number | null {
  for (const [name, value] of Object.entries(source.headers)) {
    if (value === undefined) continue;
    if (/rate-?limit.*reset(-after)?$/i.test(name)) {
      const waitMs = seconds(value.trim());
      if (waitMs !== null) return asDuration(waitMs, source);
    }
    // The IETF draft: RateLimit: "default";r=0;t=30, or limit=10, remaining=0, reset=30.
    if (name === 'ratelimit') {
      const [, text] = /(?:;\s*t|\breset)\s*=\s*(\d{1,12})/.exec(value) ?? [];
      if (text !== undefined) return Number(text) * 1000;
    }
  }
  return null;
}

function asDuration(valueMs: number, source: WaitSource): number {
  const value = valueMs / 1000;
  if (value >= EPOCH_MILLISECONDS) return value - answeredAt(source);
  return value >= EPOCH_SECONDS ? valueMs - answeredAt(source) : valueMs;
}

const unitMs: [RegExp, number][] = [
  [/^(ms|milli\w*)$/, 1],
  [/^(s|secs?|seconds?)$/, 1000],
  [/^(m|mins?|minutes?)$/, 60_000],
  [/^(h|hrs?|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
];

const SAID =
  /(?:try again|retry|wait|available)(?: again)?(?: (?:in|after|for|at least|about|another))*:? *((?:\d[\d,]{0,11}(?:\.\d{1,6})? *[a-z]+(?: and |, | )?)+)/i;

/** Words in the body, and the `retry_after` field that some providers send instead of a header. */
function fromBody(body: string): number | null {
  const text = body.slice(0, 10_000);
  const field =
    /"retry_?after(?:_seconds)?"\s*:\s*"?(\d{1,12}(?:\.\d{1,9})?)(?![\d-])/i.exec(text)?.[1] ?? '';
  const fieldMs = seconds(field);
  if (fieldMs !== null) return fieldMs;
  const [, said] = SAID.exec(text) ?? [];
  if (said === undefined) return null;
  let totalMs = 0;
  let known = false;
  for (const [, amount = '', unit = ''] of said.matchAll(
    /(\d[\d,]{0,11}(?:\.\d{1,6})?) *([a-z]+)/gi,
  )) {
    const scale = unitMs.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    if (scale === undefined) break;
    totalMs += Number(amount.replaceAll(',', '')) * scale;
    known = true;
  }
  return known ? totalMs : null;
}
