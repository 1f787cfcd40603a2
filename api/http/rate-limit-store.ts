import type { Config } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { serviceUnavailable } from '../../shared/platform/errors.ts';
import type { Log } from '../../shared/platform/log.ts';
import { outageOf } from '../../shared/platform/log-once.ts';
import { connectRedis } from '../../shared/platform/redis.ts';
import { countRequest, findRequestCount } from '../../shared/households/rate-limit-windows.ts';

/** Counters outlive their hour, so that a slow clock cannot start a window twice. */
const KEPT_SECONDS = 7200;
const TAKE_SCRIPT = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count >= tonumber(ARGV[1]) then return -1 end
  count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('expire', KEYS[1], ARGV[2]) end
  return count`;

/** Counts requests of one key in one window, for all API processes together. */
export interface RateLimitStore {
  /**
   * Counts one request unless the limit is reached, in one atomic step.
   * Returns the count after it, or null when the request is over the limit and was not counted.
   */
  take(apiKeyId: string, windowStart: Date, limit: number): Promise<number | null>;
  count(apiKeyId: string, windowStart: Date): Promise<number>;
  close(): Promise<void>;
}

/** Counts in Redis if there is one, else in Postgres. Throws service_unavailable while that is down. */
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
  const outage = outageOf(log, 'rate limits');
  const redis = connectRedis(config.redisUrl, { keyPrefix: `${config.queuePrefix}:` }, outage);
  const key = (id: string, start: Date) => `requests:${id}:${start.toISOString()}`;
  return {
    async take(id, start, limit) {
      const counted = redis.eval(TAKE_SCRIPT, 1, key(id, start), limit, KEPT_SECONDS);
      const count = Number(await orAway(counted));
      outage.worked();
      return count < 0 ? null : count;
    },
    count: async (id, start) => Number((await orAway(redis.get(key(id, start)))) ?? 0),
    close: async () => redis.disconnect(),
  };
}

async function orAway<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw serviceUnavailable(cause);
  }
}
