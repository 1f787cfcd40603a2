import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { sealSecret } from '../shared/platform/crypto.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Config } from '../shared/platform/config.ts';
import { createLog } from '../shared/platform/log.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { createQueues } from '../shared/queue/queues.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { insertConnection } from '../shared/sync/store/provider-connections.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';

/** What syncs of a bench need: a database, its queue, and how worker processes find them. */
export interface SyncBench {
  config: Config;
  env: NodeJS.ProcessEnv;
  sql: Sql;
  queues: Queues;
}

/** Works with one; `settings` are those of its processes. */
export function withSyncBench(
  settings: NodeJS.ProcessEnv,
  work: (bench: SyncBench) => Promise<void>,
): Promise<void> {
  return withMigratedDatabase('bench', async (sql, databaseUrl) => {
    const env = {
      DATABASE_URL: databaseUrl,
      CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      PROVIDER_RATE_PER_MINUTE: '0',
      LOG_LEVEL: 'info',
      ...settings,
    };
    const config = loadConfig({ ...process.env, ...env });
    const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
    await work({ config, env, sql, queues }).finally(() => queues.close());
  });
}

/** A connection of a household with a key that begins with these words. Returns its id. */
export async function insertKeyedConnection(
  { sql, config: { credentialKeys: ring } }: SyncBench,
  householdId: string,
  words: string,
): Promise<string> {
  if (ring === null) throw new Error('no credential key');
  const id = randomUUID();
  await insertConnection(sql, householdId, {
    id,
    name: words,
    credential: sealSecret(ring, `${words}:${id}`, id),
    digest: Buffer.from(id),
    lastFour: '',
    historyStart: null,
  });
  return id;
}

/** A worker of syncs that works, with the provider at that address. */
export async function startSyncWorker(
  { env }: SyncBench,
  program: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is working')) resolve();
    });
  });
  return child;
}
