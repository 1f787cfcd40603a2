import path from 'node:path';
import pg from 'pg';
import { runner } from 'node-pg-migrate';
import { runMigrations } from 'bullmq';
import { queueSchema } from './backend.ts';
import { SettingsError } from '../platform/env.ts';
import { packageRoot } from '../platform/package-root.ts';
import { retryDeadlocks } from '../postgres/retry-deadlocks.ts';

/** The first migration of the versions before 1.0, which 1.0 cannot upgrade. */
const BEFORE_1_0 = '0001__tenants__create';

/**
 * Migrates a database to the newest schema: ours, then that of the queue's Postgres backend, which may be in another database. Many
 * processes may run it at once: an advisory lock serialises them. Throws SettingsError for a database of a version before 1.0.
 */
export async function migrate(
  databaseUrl: string,
  queuePrefix = 'ledgerline',
  queueDatabaseUrl = databaseUrl,
): Promise<void> {
  await refuseBefore10(databaseUrl);
  // The previous version keeps working meanwhile, and locks tables in another order.
  await retryDeadlocks(() =>
    runner({
      databaseUrl,
      dir: path.join(packageRoot(), 'shared/postgres/migrations'),
      migrationsTable: 'schema_migrations',
      direction: 'up',
      count: Infinity,
      // Branches take numbers in parallel, so a lower one may be merged after a higher one.
      checkOrder: false,
      singleTransaction: true,
      advisoryLockMode: 'wait',
      log: () => undefined,
      verbose: false,
    }),
  );
  await migrateQueues(queueDatabaseUrl, queuePrefix);
}

/** Creates or upgrades the tables of the queue's Postgres backend. Idempotent; serialised by an advisory lock of its own. */
async function migrateQueues(databaseUrl: string, queuePrefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, queueSchema(queuePrefix));
  } finally {
    await client.end();
  }
}

/** Remove this with 2.0. Throws SettingsError. */
async function refuseBefore10(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('schema_migrations') is not null as there",
    );
    if (rows[0]?.there !== true) return;
    const { rowCount } = await client.query('select from schema_migrations where name = $1', [
      BEFORE_1_0,
    ]);
    if (rowCount === 0) return;
  } finally {
    await client.end();
  }
  throw new SettingsError(
    'The database is from a version before 1.0, and 1.0 cannot take it over. Export its households with that version ' +
      '(GET /api/v1/export), start this one with an empty database (DATABASE_URL; npm start alone: delete the folder .data), ' +
      'and import the exports.',
  );
}
