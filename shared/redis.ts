import { Redis } from 'ioredis';

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
 * A connection that fails fast: while Redis is away a call throws within a second or two instead of
 * waiting for it. Connects on first use; `onError` hears of lost connections.
 */
export function connectRedisCounters(
  options: { url: string; prefix: string },
  onError: (error: Error) => void,
): RedisCounters {
  const redis = new Redis(options.url, {
    keyPrefix: `${options.prefix}:`,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 2000,
  });
  redis.on('error', onError);
  return {
    async take(key, limit, ttlSeconds) {
      const count = Number(await redis.eval(TAKE_SCRIPT, 1, key, limit, ttlSeconds));
      return count < 0 ? null : count;
    },
    read: async (key) => Number((await redis.get(key)) ?? 0),
    async close() {
      redis.disconnect();
    },
  };
}
