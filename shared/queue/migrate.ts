import path from 'node:path';
import { runner } from 'node-pg-migrate';
import { migrateQueues } from './migrate-queues.ts';
import { packageRoot } from '../platform/package-root.ts';
import { retryDeadlocks } from '../postgres/retry-deadlocks.ts';

/**
 * Brings a database to the newest schema: ours, then that of the queue's Postgres backend, which may live in a database
 * of its own.
 * Safe to run from many processes at once: an advisory lock lets one through at a time.
 */
export async function migrate(
  databaseUrl: string,
  queuePrefix = 'ledgerline',
  queueDatabaseUrl = databaseUrl,
): Promise<void> {
  // The version before works meanwhile, and locks tables in an order of its own.
  await retryDeadlocks(() =>
    runner({
      databaseUrl,
      dir: path.join(packageRoot(), 'shared/postgres/migrations'),
      migrationsTable: 'schema_migrations',
      direction: 'up',
      count: Infinity,
      // Branches take their numbers side by side: a lower one may land after a higher one.
      checkOrder: false,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      log: () => undefined,
      verbose: false,
    }),
  );
  await migrateQueues(queueDatabaseUrl, queuePrefix);
}
