import type { Config } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { serviceUnavailable } from '../../shared/platform/errors.ts';
import type { Log } from '../../shared/platform/log.ts';
import { outageOf } from '../../shared/platform/log-once.ts';
import { connectRedisCounters } from '../../shared/platform/redis.ts';
import { countRequest, findRequestCount } from '../../shared/households/rate-limit-windows.ts';

/** Counters outlive their hour, so that a slow clock cannot open a window twice. */
const KEPT_SECONDS = 7200;

/** Counts requests of one key in one window, for all API processes together. */
export interface RateLimitStore {
  /**
   * Counts one request unless the limit is reached, in one atomic step.
   * Returns the count after it, or null when the request is over the limit and was not counted.
   */
  take(apiKeyId: string, windowStart: Date, limit: number): Promise<number | null>;
  /** The count so far, without counting. */
  count(apiKeyId: string, windowStart: Date): Promise<number>;
  close(): Promise<void>;
}

/** Counts in Redis when there is one, else in Postgres. Throws service_unavailable while it is away. */
export function createRateLimitStore(
  config: Pick<Config, 'redisUrl' | 'queuePrefix'>,
  sql: Sql,
  log: Log,
): RateLimitStore {
  if (config.redisUrl === null) {
    return {
      take: (id, start, limit) => countRequest(sql, id, start, limit),
      count: (id, start) => findRequestCount(sql, id, start),
      close: () => Promise.resolve(),
    };
  }
  const counters = connectRedisCounters(
    { url: config.redisUrl, prefix: config.queuePrefix },
    outageOf(log, 'rate limits'),
  );
  const key = (id: string, start: Date) => `requests:${id}:${start.toISOString()}`;
  return {
    take: (id, start, limit) => orAway(counters.take(key(id, start), limit, KEPT_SECONDS)),
    count: (id, start) => orAway(counters.read(key(id, start))),
    close: () => counters.close(),
  };
}

async function orAway<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw serviceUnavailable(cause);
  }
}
