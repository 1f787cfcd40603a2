import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '#client';
import { connect } from '../../shared/postgres/connect.ts';
import { issueConsoleTicket } from '../../shared/households/console-sessions.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { isTaken } from '../ports.ts';
import { build, buildConsole } from './build.ts';
import { startDatabase } from './database.ts';
import { ensureDemoData } from './demo-data.ts';
import { ensureDemo, type Demo } from './demo.ts';
import { runFirstSync } from './first-sync.ts';
import type { StartOptions } from './options.ts';
import { printLine, printStep } from './output.ts';
import {
  planSandbox,
  planWeb,
  planWorkers,
  portTaken,
  startOnPort,
  type Addresses,
} from './processes.ts';
import { describeReady, writeReady, type Ready } from './ready.ts';
import { loadSecrets, writeSecrets, type Secrets } from './secrets.ts';
import { createSupervisor, type Supervisor } from './supervise.ts';
import { waitForAll } from './wait-for.ts';

const answerTimeoutMs = 60_000;
const firstSyncTimeoutMs = 30_000;
/** After this, children are ended by force; a little more than their own SHUTDOWN_TIMEOUT_MS. */
const stopTimeoutMs = 12_000;

/** Migrates, and creates the demo household with a ticket for the console. */
async function prepareDemo(
  options: StartOptions,
  databaseUrl: string,
  secrets: Secrets,
): Promise<Demo & { ticket: string }> {
  const { DATABASE_SESSION_URL, QUEUE_PREFIX, QUEUE_DATABASE_URL } = process.env;
  await migrate(
    DATABASE_SESSION_URL || databaseUrl,
    QUEUE_PREFIX || undefined,
    QUEUE_DATABASE_URL || undefined,
  );
  const sql = connect({ databaseUrl, poolMax: 1, applicationName: 'ledgerline-start' });
  try {
    const demo = await ensureDemo(sql, secrets.apiKey);
    if (demo.apiKey !== secrets.apiKey) {
      writeSecrets(options.dataDir, { ...secrets, apiKey: demo.apiKey });
    }
    return { ...demo, ticket: await issueConsoleTicket(sql, demo, new Date()) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The address of the real provider, or of the sandbox once that listens. */
async function startProvider(
  options: StartOptions,
  supervisor: Supervisor,
  signal: AbortSignal,
): Promise<string> {
  if (options.providerBaseUrl !== null) return options.providerBaseUrl;
  const plan = (port: number) => planSandbox(options, port);
  const wanted = { port: options.ports.provider, isFixed: false };
  return `${await startOnPort(supervisor, plan, wanted, inTime(signal))}/api/v1`;
}

const inTime = (signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]);

/** Starts the API and its workers; resolves with its address when all answer. */
async function startProcesses(
  options: StartOptions,
  secrets: Secrets,
  addresses: Addresses,
  supervisor: Supervisor,
  signal: AbortSignal,
): Promise<string> {
  const planApi = (port: number) => planWeb(options, secrets, addresses, port);
  const wanted = { port: options.ports.api, isFixed: options.isPortFixed };
  const listening = startOnPort(supervisor, planApi, wanted, inTime(signal));
  const workers = planWorkers(options, secrets, addresses);
  for (const worker of workers) supervisor.start(worker);
  const plans = [planApi(wanted.port), ...workers];
  const baseUrl = await listening;
  // Asks only the port that our own child has bound: another start may answer on the next one.
  const urls = plans.map(({ name, healthPath }): [string, () => string | null] => [
    name,
    () => {
      const port = supervisor.portOf(name);
      return port === null ? null : `http://127.0.0.1:${port}${healthPath}`;
    },
  ]);
  await waitForAll(new Map(urls), answerTimeoutMs, signal);
  return baseUrl;
}

/** Starts everything in order, says so, and returns after `signal`, when everything has ended. */
export async function runAll(options: StartOptions, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  if (options.isPortFixed && (await isTaken(options.ports.api))) throw portTaken(options.ports.api);
  // If this file is compiled, everything is: it runs compiled only then.
  const isBuilt = import.meta.filename.endsWith('.js');
  if (!isBuilt) printStep('building');
  const consoleBuilt = show('console', () => buildConsole(options.root, signal), signal);
  consoleBuilt.catch(() => undefined);
  const built = isBuilt ? Promise.resolve() : build(options.root);
  built.catch(() => undefined);
  const secrets = loadSecrets(options.dataDir);
  const step = options.databaseUrl === null ? 'starting PostgreSQL' : 'using DATABASE_URL';
  printStep(step);
  const database = await startDatabase(options, secrets);
  const supervisor = createSupervisor(options.root);
  try {
    signal.throwIfAborted();
    const [demo, providerUrl] = await Promise.all([
      prepareDemo(options, database.url, secrets),
      built.then(() => startProvider(options, supervisor, signal)),
    ]);
    signal.throwIfAborted();
    printStep('starting the API and its workers');
    const addresses = { databaseUrl: database.url, providerUrl };
    const baseUrl = await startProcesses(options, secrets, addresses, supervisor, signal);
    const { port } = new URL(baseUrl);
    if (port !== String(options.ports.api)) {
      printLine(
        'start',
        `port ${options.ports.api} is taken by another program: the API is on ${port}`,
      );
    }
    const api = createClient({
      baseUrl,
      apiKey: demo.apiKey,
      timeoutMs: 15_000,
    });
    await show('demo data', () => ensureDemoData(api, signal), signal);
    if (options.providerBaseUrl === null) {
      await show('first sync', () => runFirstSync(api, firstSyncTimeoutMs, signal), signal);
    }
    const ready: Ready = {
      base_url: baseUrl,
      api_key: demo.apiKey,
      household_id: demo.householdId,
      user_id: demo.userId,
      database_url: database.url,
      redis_url: options.redisUrl,
      provider_url: providerUrl,
      dashboard_url: `${baseUrl}/admin/queues`,
    };
    await consoleBuilt;
    writeReady(options.dataDir, ready);
    const password = process.env['ADMIN_PASSWORD'] ?? secrets.adminPassword;
    if (!options.verbose) printLine('start', `the log is in ${join(options.dataDir, 'start.log')}`);
    console.log(describeReady(ready, { password, ticket: demo.ticket }));
    printLine('start', `ready after ${Math.round((Date.now() - startedAt) / 100) / 10} s`);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    if (signal.aborted) printLine('start', 'stopping');
    await supervisor.stop(stopTimeoutMs);
    await database.stop();
    // The last lines of children are still in the pipe.
    await delay(20);
  }
  printLine('start', 'everything has stopped');
}

/** A demo that cannot be shown must not prevent the start. */
async function show(
  name: string,
  demo: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await demo();
  } catch (error) {
    signal.throwIfAborted();
    printLine(name, `could not be shown: ${String(error)}`);
  }
}
