import { runMigrations } from 'bullmq';
import pg from 'pg';
import { queueSchema } from './backend.ts';

/** Creates or upgrades the tables of the queue's Postgres backend. Idempotent, serialised by its own advisory lock. */
export async function migrateQueues(databaseUrl: string, queuePrefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, queueSchema(queuePrefix));
  } finally {
    await client.end();
  }
}
