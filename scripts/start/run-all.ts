import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../shared/db/connect.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { createApiClient } from './api-client.ts';
import { build } from './build.ts';
import { startDatabase } from './database.ts';
import { ensureDemoData } from './demo-data.ts';
import { ensureDemo, type Demo } from './demo.ts';
import { runFirstSync } from './first-sync.ts';
import type { StartOptions } from './options.ts';
import { printLine } from './output.ts';
import { pickAddresses, planProcesses } from './processes.ts';
import { describeReady, writeReady, type Ready } from './ready.ts';
import { loadSecrets, writeSecrets, type Secrets } from './secrets.ts';
import { createSupervisor } from './supervise.ts';
import { waitForAll } from './wait-for.ts';

const answerTimeoutMs = 60_000;
const firstSyncTimeoutMs = 30_000;
/** After this children are ended by force; a little over their own SHUTDOWN_TIMEOUT_MS. */
const stopTimeoutMs = 12_000;

async function prepareDemo(
  options: StartOptions,
  databaseUrl: string,
  secrets: Secrets,
): Promise<Demo> {
  await migrate(databaseUrl, process.env['QUEUE_PREFIX'] ?? 'ledgerline');
  const sql = connect({ databaseUrl, poolMax: 1, applicationName: 'ledgerline-start' });
  try {
    const demo = await ensureDemo(sql, secrets.apiKey);
    if (demo.apiKey !== secrets.apiKey) {
      writeSecrets(options.dataDir, { ...secrets, apiKey: demo.apiKey });
    }
    return demo;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Starts everything in order, says so, and returns after `signal` when everything has ended. */
export async function runAll(options: StartOptions, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  printLine('start', 'building');
  await build(options.root);
  signal.throwIfAborted();
  const secrets = loadSecrets(options.dataDir);
  printLine('start', options.databaseUrl === null ? 'starting PostgreSQL' : 'using DATABASE_URL');
  const database = await startDatabase(options, secrets);
  const supervisor = createSupervisor(options.root);
  try {
    signal.throwIfAborted();
    const demo = await prepareDemo(options, database.url, secrets);
    const addresses = await pickAddresses(options, database.url);
    const plans = await planProcesses(options, secrets, addresses);
    signal.throwIfAborted();
    for (const plan of plans) supervisor.start(plan);
    const health = new Map(plans.map((plan) => [plan.name, plan.healthUrl]));
    await waitForAll(health, answerTimeoutMs, signal);
    const api = createApiClient(addresses.baseUrl, demo.apiKey);
    await show('demo data', () => ensureDemoData(api, signal), signal);
    if (options.providerBaseUrl === null) {
      await show('first sync', () => runFirstSync(api, firstSyncTimeoutMs, signal), signal);
    }
    const ready: Ready = {
      base_url: addresses.baseUrl,
      api_key: demo.apiKey,
      household_id: demo.householdId,
      user_id: demo.userId,
      database_url: addresses.databaseUrl,
      redis_url: options.redisUrl,
      provider_url: addresses.providerUrl,
      dashboard_url: `${addresses.baseUrl}/admin/queues`,
    };
    writeReady(options.dataDir, ready);
    const password = process.env['ADMIN_PASSWORD'] ?? secrets.adminPassword;
    console.log(describeReady(ready, password));
    printLine('start', `ready after ${Math.round((Date.now() - startedAt) / 100) / 10} s`);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    if (signal.aborted) printLine('start', 'stopping');
    await supervisor.stop(stopTimeoutMs);
    await database.stop();
    // Last lines of children are in the pipe still.
    await delay(20);
  }
  printLine('start', 'everything has stopped');
}

/** A demo that cannot be shown is a pity and no reason not to start. */
async function show(name: string, demo: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await demo();
  } catch (error) {
    signal.throwIfAborted();
    printLine(name, `could not be shown: ${String(error)}`);
  }
}
