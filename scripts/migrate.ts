/** `npm run migrate`: brings the database of DATABASE_URL, and that of the queue, to the newest schema. */
import { loadConfig } from '../shared/platform/config.ts';
import { migrate } from '../shared/queue/migrate.ts';
import { readCommandLine } from './terminal/command-line.ts';

const USAGE = 'Usage: npm run migrate, with DATABASE_URL in the environment';

async function main(): Promise<number> {
  readCommandLine(USAGE);
  const config = loadConfig();
  await migrate(config.databaseSessionUrl, config.queuePrefix, config.queueDatabaseUrl);
  console.log('The database schema is up to date.');
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
