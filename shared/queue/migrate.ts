import path from 'node:path';
import pg from 'pg';
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import { runMigrations } from 'bullmq';
import { queueSchema } from './backend.ts';
import { SettingsError } from '../platform/env.ts';
import { packageRoot } from '../platform/package-root.ts';
import { lockTables, TablesInUseError } from '../postgres/lock-tables.ts';
import { throughOutages } from '../platform/backoff.ts';
import { createOutage, type OutageLog } from '../platform/log-once.ts';

/** The first migration of the versions before 1.0, which 1.0 cannot upgrade. */
const BEFORE_1_0 = '0001__tenants__create';
/** How long a migration keeps trying to lock all tables. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Migrates a database to the newest schema: ours, then that of the queue's Postgres backend, which may be in another database. Many
 * processes may run it at once: an advisory lock serialises them. Throws SettingsError for a database of a version before 1.0.
 */
export async function migrate(
  databaseUrl: string,
  queuePrefix = 'ledgerline',
  queueDatabaseUrl = databaseUrl,
  log: OutageLog = console,
): Promise<void> {
  await withClient(databaseUrl, refuseBefore10);
  // The previous version keeps working meanwhile.
  await throughOutages(() => withClient(databaseUrl, migrateTables), {
    isAway: (error) => error instanceof TablesInUseError,
    patienceMs: PATIENCE_MS,
    waits: { firstMs: 250, longestMs: 5_000 },
    outage: createOutage(log, 'waiting to migrate'),
  });
  await migrateQueues(queueDatabaseUrl, queuePrefix);
}

/** Runs the new migrations in one transaction. Throws TablesInUseError. */
async function migrateTables(client: pg.Client): Promise<void> {
  const run = (dryRun: boolean) =>
    runner({
      dbClient: client,
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
      dryRun,
    });
  // Before any table is locked, and until the connection ends: the runner's own locks are this one again.
  await client.query('select pg_advisory_lock($1)', [String(PG_MIGRATE_LOCK_ID)]);
  const missing = await run(true);
  if (missing.length === 0) return;
  await client.query('begin');
  await lockTables(client);
  // Its BEGIN joins this transaction (Postgres warns of that), and its COMMIT ends it.
  await run(false);
}

/** Creates or upgrades the tables of the queue's Postgres backend. Idempotent; serialised by an advisory lock of its own. */
const migrateQueues = (databaseUrl: string, queuePrefix: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await runMigrations(client, queueSchema(queuePrefix));
  });

/** Remove this with 2.0. Throws SettingsError. */
async function refuseBefore10(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('schema_migrations') is not null as there",
  );
  if (rows[0]?.there !== true) return;
  const { rowCount } = await client.query('select from schema_migrations where name = $1', [
    BEFORE_1_0,
  ]);
  if (rowCount === 0) return;
  throw new SettingsError(
    'The database is from a version before 1.0, and 1.0 cannot take it over. Export its households with that version ' +
      '(GET /api/v1/export), start this one with an empty database (DATABASE_URL; npm start alone: delete the folder .data), ' +
      'and import the exports.',
  );
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
