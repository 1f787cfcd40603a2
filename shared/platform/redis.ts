import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';
import type { Outage } from './log-once.ts';
import { parseRedisUrl } from './redis-url.ts';

/** How long one command may take, including redirections of a cluster. */
const COMMAND_TIMEOUT_MS = 2000;

/** A cluster without an answer holds commands indefinitely: `commandTimeout` only starts once a node has them. */
class TimedCluster extends Cluster {
  override sendCommand(...args: Parameters<Cluster['sendCommand']>): unknown {
    const { commandTimeout } = this.options.redisOptions ?? {};
    if (commandTimeout !== undefined) args[0].setTimeout(commandTimeout);
    return super.sendCommand(...args);
  }
}

/** Connects to what REDIS_URL names: a server, the primary of a sentinel group, or a cluster, to whose nodes the options apply. */
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
    // A certificate is issued for a name, not for the address that it resolves to.
    ...(place.tls === null ? {} : { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: node,
  });
}

/**
 * A connection that fails fast: while Redis is away, a call throws within two seconds rather than waiting for it. Connects on first
 * use; lost connections are reported to `outage`.
 */
export function connectRedis(
  url: string,
  options: Pick<RedisOptions, 'keyPrefix'>,
  outage: Outage,
): Pick<Redis, 'eval' | 'get' | 'set' | 'info' | 'disconnect'> {
  const redis = openRedis(url, {
    ...options,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // Reconnects if the server came back as a replica: do not hold on to it.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  redis.on('error', (error: Error) => outage.failed(error));
  redis.on('ready', () => outage.worked());
  // Both have all commands, but the union of their overloaded types cannot be called.
  return redis;
}
