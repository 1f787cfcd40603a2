import { randomUUID } from 'node:crypto';
import { withScriptedProvider, type ScriptedProvider } from './scripted-provider.ts';
import { startApi, type TestApi } from './start-api.ts';
import { createSyncHarness, insertTestConnection, type SyncHarness } from './sync-harness.ts';
import { TODAY } from './sync-play.ts';
import { withDatabase, type TestDatabase } from './with-database.ts';

/** The API with a scripted provider; each test starts at the same moment, without accounts and connections. */
export interface SyncedApi {
  readonly database: TestDatabase;
  readonly api: TestApi;
  readonly provider: ScriptedProvider;
  readonly harness: SyncHarness;
  /** A new connection of the household that the API's keys open. */
  readonly connect: () => Promise<{ householdId: string; connectionId: string }>;
}

export function withSyncedApi(): SyncedApi {
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
    connect: () => insertTestConnection(harness.context, randomUUID(), api.tenant.householdId),
  };
}
