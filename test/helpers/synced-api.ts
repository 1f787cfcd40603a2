import { randomUUID } from 'node:crypto';
import { withScriptedProvider } from './scripted-provider.ts';
import { startApi } from './start-api.ts';
import { createSyncHarness, insertTestConnection, type SyncHarness } from './sync-harness.ts';
import { TODAY } from './sync-play.ts';
import { withDatabase } from './with-database.ts';

/** The API with a scripted provider; each test starts at the same moment, without accounts and connections. */
export function withSyncedApi() {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let harness: SyncHarness;
  const api = startApi(database);
  beforeEach(async () => {
    await database.sql`delete from accounts`;
    await database.sql`delete from provider_connections`;
    harness = createSyncHarness(database, provider.url);
    harness.clock.set(`${TODAY}T06:00:00Z`);
  });
  return {
    database,
    api,
    provider,
    get harness() {
      return harness;
    },
    /** A new connection of the household that the API's keys open. */
    connect: () => insertTestConnection(harness.context, randomUUID(), api.tenant.householdId),
  };
}
