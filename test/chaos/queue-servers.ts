import type { Datastore } from './datastore.ts';
import {
  startRedis,
  startRedisCluster,
  startRedisSentinel,
  startRedisTls,
} from './redis-groups.ts';
import type { QueueKind } from './settings.ts';

/** Starts what holds the queue and the limits; null where they live in Postgres. */
export async function startQueueServers(queue: QueueKind): Promise<Datastore | null> {
  switch (queue) {
    case 'postgres':
      return null;
    case 'redis':
      return startRedis();
    case 'redis-tls':
      return startRedisTls();
    case 'redis-sentinel':
      return startRedisSentinel();
    case 'redis-cluster':
      return startRedisCluster();
  }
}
