import type { EnvReader } from '../env.ts';
import { parseRedisUrl } from '../redis-url.ts';
import { checkHosts, checkOneHost, eachHost } from './hosts.ts';

/** How Postgres is reached. */
export function readDatabaseUrls(read: EnvReader) {
  const databaseUrl = read.checkedUrl('DATABASE_URL', checkHosts) ?? '';
  if (databaseUrl === '') read.fault('DATABASE_URL is required');
  const sessionUrl = read.checkedUrl('DATABASE_SESSION_URL', checkHosts);
  const [first] = eachHost(databaseUrl);
  if (sessionUrl === null && URL.canParse(first)) {
    const isPooled = new URL(first).searchParams.has('pool_mode');
    if (isPooled) read.fault('DATABASE_SESSION_URL is required with a pooler in DATABASE_URL');
  }
  return {
    databaseUrl,
    databaseSessionUrl: sessionUrl ?? databaseUrl,
    databaseReplicaUrl: read.checkedUrl('DATABASE_REPLICA_URL', checkOneHost),
  };
}

/** Where the queue is. */
export function readQueue(read: EnvReader, databaseSessionUrl: string) {
  const redisUrl = read.checkedUrl('REDIS_URL', parseRedisUrl);
  const queueDatabaseUrl =
    read.checkedUrl('QUEUE_DATABASE_URL', checkOneHost) ?? databaseSessionUrl;
  if (redisUrl === null && eachHost(queueDatabaseUrl).length > 1) {
    read.fault(
      'REDIS_URL, or QUEUE_DATABASE_URL with one host, is required where DATABASE_URL or DATABASE_SESSION_URL name several: a queue in Postgres does not look for the primary',
    );
  }
  return { redisUrl, queueDatabaseUrl };
}
