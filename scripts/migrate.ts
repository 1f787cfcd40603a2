import { loadConfig } from '../shared/config.ts';
import { migrate } from '../shared/db/migrate.ts';

const config = loadConfig();
await migrate(config.databaseUrl, config.queuePrefix, config.queueDatabaseUrl);
console.log('The database schema is up to date.');
