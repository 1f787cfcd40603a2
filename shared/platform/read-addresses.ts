import type { EnvReader } from './env.ts';
import { parseRedisUrl } from './redis-url.ts';
import { checkAddress } from './check-address.ts';

/** How Postgres is reached. */
export function readDatabaseUrls(read: EnvReader) {
  const databaseUrl = read.checkedUrl('DATABASE_URL', checkAddress) ?? '';
  if (databaseUrl === '') read.fault('DATABASE_URL is required');
  const sessionUrl = read.checkedUrl('DATABASE_SESSION_URL', checkAddress);
  if (sessionUrl === null && URL.canParse(databaseUrl)) {
    const isPooled = new URL(databaseUrl).searchParams.has('pool_mode');
    if (isPooled) read.fault('DATABASE_SESSION_URL is required with a pooler in DATABASE_URL');
  }
  return {
    databaseUrl,
    databaseSessionUrl: sessionUrl ?? databaseUrl,
    databaseReplicaUrl: read.checkedUrl('DATABASE_REPLICA_URL', checkAddress),
  };
}

/** Where the queue is. */
export const readQueue = (read: EnvReader, databaseSessionUrl: string) => ({
  redisUrl: read.checkedUrl('REDIS_URL', parseRedisUrl),
  queueDatabaseUrl: read.checkedUrl('QUEUE_DATABASE_URL', checkAddress) ?? databaseSessionUrl,
});
