import { Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Outage } from './log-once.ts';

/** Counters that many processes share, each with a life of its own. */
export interface RedisCounters {
  /**
   * Adds one to a counter unless it has reached the limit, in one atomic step.
   * Returns the new value, or null when the limit was reached.
   */
  take(key: string, limit: number, ttlSeconds: number): Promise<number | null>;
  /** The value so far, 0 when there is none. */
  read(key: string): Promise<number>;
  close(): Promise<void>;
}

const TAKE_SCRIPT = `
  local count = tonumber(redis.call('get', KEYS[1]) or '0')
  if count >= tonumber(ARGV[1]) then return -1 end
  count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('expire', KEYS[1], ARGV[2]) end
  return count`;

/**
 * A connection that fails fast: while Redis is away a call throws within two seconds instead of waiting
 * for it. Connects on first use; `outage` hears of lost connections.
 */
export function connectRedis(
  url: string,
  options: Pick<RedisOptions, 'keyPrefix'>,
  outage: Outage,
): Redis {
  const redis = new Redis(url, {
    ...options,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 2000,
    // One that comes back as a replica, or full, must not be held on to.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  redis.on('error', (error: Error) => outage.failed(error));
  redis.on('ready', () => outage.worked());
  return redis;
}

/** Counters on a connection that fails fast. */
export function connectRedisCounters(
  options: { url: string; prefix: string },
  outage: Outage,
): RedisCounters {
  const redis = connectRedis(options.url, { keyPrefix: `${options.prefix}:` }, outage);
  return {
    async take(key, limit, ttlSeconds) {
      const count = Number(await redis.eval(TAKE_SCRIPT, 1, key, limit, ttlSeconds));
      outage.worked();
      return count < 0 ? null : count;
    },
    read: async (key) => Number((await redis.get(key)) ?? 0),
    async close() {
      redis.disconnect();
    },
  };
}
