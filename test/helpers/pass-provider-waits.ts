import { Redis } from 'ioredis';
import type { Config } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';

/**
 * Lets time pass for the provider's limits as if so many milliseconds had gone by: they live by the
 * datastore's clock, which a test cannot move, so what they remember is moved back instead.
 */
export async function passProviderWaits(
  { config, sql }: { config: Config; sql: Sql },
  ms: number,
): Promise<void> {
  if (config.redisUrl === null) {
    await sql`
      update provider_limits
      set blocked_until = blocked_until - ${ms} * interval '1 millisecond',
        grants = array(select g - ${ms} * interval '1 millisecond' from unnest(grants) as g)`;
    return;
  }
  const redis = new Redis(config.redisUrl);
  try {
    for (const key of await redis.keys(`${config.queuePrefix}:{provider-limits}:*:facts`)) {
      if ((await redis.hexists(key, 'blocked_until')) === 1) {
        await redis.hincrbyfloat(key, 'blocked_until', -ms);
      }
    }
  } finally {
    redis.disconnect();
  }
}
