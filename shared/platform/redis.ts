import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Outage } from './log-once.ts';
import { parseRedisUrl } from './redis-url.ts';

/** How long one command may take, with the redirections of a cluster. */
const COMMAND_TIMEOUT_MS = 2000;

/** A cluster without an answer keeps commands for as long as it takes: `commandTimeout` counts from when a node has them. */
class TimedCluster extends Cluster {
  override sendCommand(...args: Parameters<Cluster['sendCommand']>): unknown {
    const { commandTimeout } = this.options.redisOptions ?? {};
    if (commandTimeout !== undefined) args[0].setTimeout(commandTimeout);
    return super.sendCommand(...args);
  }
}

/**
 * Opens what REDIS_URL names: a server, the primary of a group with sentinels, or a cluster, where the options are
 * those of its nodes.
 */
export function openRedis(
  url: string,
  options: Omit<RedisOptions, 'replyMapping'>,
): Redis | Cluster {
  const place = parseRedisUrl(url);
  const tls = place.tls === null ? {} : { tls: place.tls };
  if (place.kind === 'server') return new Redis(place.url, { ...options, ...tls });
  const common = { ...options, ...place.login, ...tls };
  if (place.kind === 'sentinel') {
    const { sentinels, name, db, sentinelLogin } = place;
    return new Redis({
      ...common,
      sentinels,
      name,
      db,
      ...(sentinelLogin.username === undefined ? {} : { sentinelUsername: sentinelLogin.username }),
      ...(sentinelLogin.password === undefined ? {} : { sentinelPassword: sentinelLogin.password }),
      ...(place.tls === null ? {} : { enableTLSForSentinelMode: true, sentinelTLS: place.tls }),
    });
  }
  const { keyPrefix, lazyConnect, enableOfflineQueue, ...node } = common;
  return new TimedCluster(place.nodes, {
    ...(keyPrefix === undefined ? {} : { keyPrefix }),
    ...(lazyConnect === undefined ? {} : { lazyConnect }),
    ...(enableOfflineQueue === undefined ? {} : { enableOfflineQueue }),
    // A certificate is for a name, not for what it resolves to.
    ...(place.tls === null ? {} : { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: node,
  });
}

/**
 * A connection that fails fast: while Redis is away a call throws within two seconds instead of waiting
 * for it. Connects on first use; `outage` hears of lost connections.
 */
export function connectRedis(
  url: string,
  options: Pick<RedisOptions, 'keyPrefix'>,
  outage: Outage,
): Pick<Redis, 'eval' | 'get' | 'set' | 'disconnect'> {
  const redis = openRedis(url, {
    ...options,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // One that comes back as a replica, or full, must not be held on to.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  redis.on('error', (error: Error) => outage.failed(error));
  redis.on('ready', () => outage.worked());
  // Both have all commands; that their types are overloads keeps a call of either from being typed.
  return redis;
}
