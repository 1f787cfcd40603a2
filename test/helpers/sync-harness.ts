import { randomUUID } from 'node:crypto';
import { digestSecret, sealSecret } from '../../shared/platform/crypto.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import type { Queues } from '../../shared/queue/queues.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { openProvider } from '../../shared/sync/client/open-provider.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { insertConnection } from '../../shared/sync/store/provider-connections.ts';
import { findSync, insertOrJoinSync, type Sync } from '../../shared/sync/store/syncs.ts';
import { RateLimitedError } from '../../workers/frame/errors.ts';
import { syncConnection } from '../../workers/sync/sync-connection.ts';
import type { SyncContext } from '../../workers/sync/sync-scope.ts';
import { createCapturedLog } from './captured-log.ts';
import { createTestClock } from './test-clock.ts';
import type { TestDatabase } from './with-database.ts';
import { jobRun } from './job-run.ts';

/** Variables that make a real worker talk to a provider on loopback, with a fake clock. */
export const SYNC_ENV = {
  PROVIDER_RATE_PER_MINUTE: '0',
  PROVIDER_INCLUDE_PENDING: 'true',
  CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

/**
 * Lets time pass for the provider's limits as if so many milliseconds had gone by: they live by the clock of Postgres,
 * which a test cannot move, so what they remember is moved back instead.
 */
async function passProviderWaits(sql: Sql, ms: number): Promise<void> {
  await sql`
    update provider_limits
    set blocked_until = blocked_until - ${ms} * interval '1 millisecond',
      grants = array(select g - ${ms} * interval '1 millisecond' from unnest(grants) as g)`;
}

export type SyncHarness = ReturnType<typeof createSyncHarness>;

/** The real job on a real database, its time held still. */
export function createSyncHarness(
  database: TestDatabase,
  providerUrl: string,
  env: NodeJS.ProcessEnv = {},
) {
  const config = database.config({ ...SYNC_ENV, PROVIDER_BASE_URL: providerUrl, ...env });
  const { sql } = database;
  const clock = createTestClock();
  const captured = createCapturedLog();
  const waits: number[] = [];
  const pass = async (ms: number): Promise<void> => {
    waits.push(ms);
    clock.advance(ms);
    await passProviderWaits(sql, ms);
  };
  const provider = openProvider({
    config,
    sql,
    log: captured.log,
    clock,
    random: () => 0.5,
    sleep: (ms) => pass(ms),
  });
  const context: SyncContext = {
    config,
    sql,
    log: captured.log,
    clock,
    provider,
    // What follows a sync is a row in the database; nothing waits for its job here.
    queues: { add: () => Promise.resolve() } as never,
  };
  return {
    context,
    clock,
    captured,
    /** Every wait in milliseconds: the client's between tries, the job's for rate limits. */
    waits,
    connect: (apiKey = `key-${randomUUID()}`) => insertTestConnection(context, apiKey),
    /** Starts (or joins) a run and works on it until it ends; waits move the clock. */
    async sync(owner: { householdId: string; connectionId: string }): Promise<Sync> {
      const sync = await beginSync(sql, owner, { now: clock.now() });
      await workOn(context, sync, pass);
      const ended = await findSync(sql, owner.householdId, sync.id);
      if (ended === null) throw new Error('the run is gone');
      return ended;
    },
  };
}

async function workOn(
  context: SyncContext,
  sync: Sync,
  pass: (ms: number) => Promise<void>,
): Promise<void> {
  const payload = { household_id: sync.householdId, sync_id: sync.id };
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      await syncConnection(context, payload, jobRun({ jobId: sync.id }));
      return;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pass(error.retryAfterMs);
    }
  }
  throw new Error('the run waits for ever');
}

/** A run of the connection that somebody asked for; its job, too, where there are queues. */
export async function beginSync(
  sql: Sql,
  { householdId, connectionId }: { householdId: string; connectionId: string },
  { now = new Date(), queues }: { now?: Date; queues?: Queues } = {},
): Promise<Sync> {
  const { sync } = await insertOrJoinSync(sql, householdId, connectionId, 'manual', now);
  if (queues !== undefined) await syncConnectionJob.enqueue(queues, sync);
  return sync;
}

/** A household with one connection. */
export async function insertTestConnection(
  context: { config: SyncContext['config']; sql: Sql },
  apiKey: string,
  householdId?: string,
): Promise<{ householdId: string; connectionId: string }> {
  const ring = context.config.credentialKeys;
  if (ring === null) throw new Error('no credential key');
  const id = randomUUID();
  const owner = householdId ?? (await insertHousehold(context.sql, 'Test')).id;
  await insertConnection(context.sql, owner, {
    id,
    name: 'Bank',
    credential: sealSecret(ring, apiKey, id),
    digest: digestSecret(ring.current.key, apiKey, owner),
    lastFour: apiKey.slice(-4),
    historyStart: null,
  });
  return { householdId: owner, connectionId: id };
}
