import { errorCode } from './error-code.ts';
import { withoutOrigin } from './origin.ts';

/** An ongoing outage is logged again after this long, with the number of failures since. */
const AGAIN_MS = 5 * 60_000;
/** An outage ends after this long without a failure, not at a success in between. */
const CALM_MS = 5_000;
/** How many different messages are logged per outage; further ones are only counted. */
const MESSAGES_MAX = 5;

export interface OutageLog {
  warn(message: string, fields?: object): unknown;
  info(message: string, fields?: object): unknown;
}

/** Something that fails repeatedly, such as a connection. Logs an outage once, not each failure, and without a request id. */
export interface Outage {
  /** Logs the first failure, each new message (a few), then the number of failures every five minutes. */
  failed(error: unknown, fields?: Record<string, unknown>): void;
  /** Call it at each success. Logs the end of an outage, once. */
  worked(): void;
  /** Whether an outage is ongoing but has had no failure for long enough. */
  mayEnd(): boolean;
}

/** An outage log; `name` starts each of its lines, e.g. `queue sync`. `now` is in milliseconds. */
export function createOutage(
  log: OutageLog,
  name: string,
  now: () => number = () => performance.now(),
): Outage {
  let since: number | null = null;
  let lastFailureAt = 0;
  let loggedAt = 0;
  let failures = 0;
  let unlogged = 0;
  let messages = new Set<string>();
  const mayEnd = (): boolean => since !== null && now() - lastFailureAt >= CALM_MS;
  return {
    mayEnd,
    failed(error, fields = {}) {
      const message = messageOf(error);
      const at = now();
      since ??= at;
      lastFailureAt = at;
      failures += 1;
      unlogged += 1;
      const isNew = !messages.has(message) && messages.size < MESSAGES_MAX;
      if (!isNew && at - loggedAt < AGAIN_MS) return;
      messages.add(message);
      const times = unlogged > 1 ? ` (${unlogged} failures since the last such line)` : '';
      withoutOrigin(() => log.warn(`${name}: ${message}${times}`, { ...fields, failures }));
      loggedAt = at;
      unlogged = 0;
    },
    worked() {
      if (since === null || !mayEnd()) return;
      const seconds = Math.round((now() - since) / 1000);
      withoutOrigin(() => log.info(`${name}: works again after ${seconds} s`, { failures }));
      since = null;
      failures = 0;
      unlogged = 0;
      messages = new Set();
    },
  };
}

const known = new WeakMap<object, Map<string, Outage>>();

/** The process's outage with that name, shared by everyone that runs into it. */
export function outageOf(log: OutageLog, name: string): Outage {
  const outages = known.get(log) ?? new Map<string, Outage>();
  known.set(log, outages);
  const outage = outages.get(name) ?? createOutage(log, name);
  outages.set(name, outage);
  return outage;
}

/** An error's first line. If connecting to several addresses fails, the error has no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  return line || errorCode(error) || error.name;
}
