/** `npm run migrate`: brings the database of DATABASE_URL, and that of the queue, to the newest schema. */
import { loadConfig } from '../shared/config.ts';
import { migrate } from '../shared/db/migrate.ts';

const USAGE = 'Usage: npm run migrate, with DATABASE_URL in the environment';

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return 0;
  }
  if (args.length > 0) {
    console.error(`There is no argument ${args[0] ?? ''}.\n\n${USAGE}`);
    return 2;
  }
  const config = loadConfig();
  await migrate(config.databaseSessionUrl, config.queuePrefix, config.queueDatabaseUrl);
  console.log('The database schema is up to date.');
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
