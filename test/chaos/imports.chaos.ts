/**
 * `npm run test:long -- chaos-imports`: a history is imported while workers are killed and the datastores crash, the
 * upload included. It ends with exactly the household and the summary of an undisturbed import, and the client
 * never saw anything but answers and 503 with Retry-After. Sizes and the seed are environment variables, see
 * `readSettings`; the last line is the verdict, and the exit code is 0 only when it holds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom, type Random } from '../../sandbox-provider/random.ts';
import { createClient, type Schemas } from '#client';
import { runImport } from '../../packages/cli/import/import-session.ts';
import { readCommandLine } from '../../scripts/terminal/command-line.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { startChaosRun } from './chaos-run.ts';
import { createClocks, type Clocks } from './clocks.ts';
import { startDatabaseServers } from './database-servers.ts';
import { startQueueServers } from './queue-servers.ts';
import type { Datastore } from './datastore.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { startInstallation } from './installation.ts';
import { insertSortingRules, ruleFaults, untilRulesRan } from './rule-runs.ts';
import { CHAOS_SETTINGS, readSettings } from './settings.ts';
import { untilTakenOver, untilUploaded, untilWorkedOn } from './until-imported.ts';
import { watchAnswers } from './watch-answers.ts';

const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)/g;
const CHUNK_BYTES = 512 * 1024;
readCommandLine(`Usage: npm run test:long -- chaos-imports

A history is imported while workers are killed and the datastores crash, the upload included.
${CHAOS_SETTINGS}`);
const settings = readSettings({ TRANSACTIONS: '60000', WORKERS: '2', ...process.env });
const random = seededRandom(settings.seed);

const { say, cleanups, cleanUp, perform } = startChaosRun();

/** The import as `ledgerline import` does it, and when each of its parts ended. */
async function importFile(baseUrl: string, tenant: TestTenant, file: string) {
  const times = { begun: performance.now(), uploaded: 0, imported: 0 };
  const { session } = await runImport({
    client: createClient({ baseUrl, apiKey: tenant.writeKey, retries: 9 }),
    files: [file],
    session: 'chaos',
    chunkBytesMax: CHUNK_BYTES,
    onProgress({ step }) {
      if (step === 'uploading') times.uploaded = performance.now();
      else times.imported = performance.now();
    },
  });
  const uploadMs = times.uploaded - times.begun;
  return { session, uploadMs, importMs: times.imported - times.uploaded };
}

async function askForRules(baseUrl: string, tenant: TestTenant): Promise<void> {
  const client = createClient({ baseUrl, apiKey: tenant.writeKey, retries: 9 });
  await client.post('/rule_runs', { body: {} });
}

async function exportOf(baseUrl: string, tenant: TestTenant): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/api/v1/export`, {
    headers: { 'X-Api-Key': tenant.readKey },
  });
  const lines = (await answer.text()).trimEnd().split('\n');
  // Rules write when they did.
  const timeless =
    settings.rules > 0 ? lines.map((line) => line.replaceAll(INSTANT, 'then')) : lines;
  return withoutIds(timeless);
}

interface Disturbed {
  sql: Sql;
  tenant: TestTenant;
  fleet: Fleet;
  clocks: Clocks;
  datastores: readonly Datastore[];
  askForRules: () => Promise<unknown>;
  /** Of the import, and what the undisturbed one took for each. */
  chunks: number;
  chunkMs: number;
}

async function crash(datastores: readonly Datastore[]): Promise<void> {
  for (const datastore of datastores) {
    say(`${datastore.name} crashes`);
    await datastore.restart(random.whole(200, 2000));
    say(`${datastore.name} is back`);
  }
}

/**
 * One crash while the client uploads, then all the others and the kills at random moments of the import. The first crash of
 * the queue continues alongside them: a small import is over before a failover is.
 */
async function disturb(disturbed: Disturbed) {
  const { sql, tenant, fleet, clocks, datastores, chunks, chunkMs } = disturbed;
  const counts = { kills: 0, restarts: 0, jumps: 0, rules: 0 };
  let first = Promise.resolve();
  if (settings.restarts > 0) {
    await untilUploaded(sql, tenant, random.whole(1, chunks - 1));
    await crash(datastores.slice(0, 1));
    first = crash(datastores.slice(1));
    // Thrown where it is waited for.
    first.catch(() => undefined);
    counts.restarts += 1;
  }
  const failures = shuffled(random, [
    ...Array.from({ length: settings.kills }, () => 'kill' as const),
    ...Array.from({ length: Math.max(settings.restarts - 1, 0) }, () => 'crash' as const),
    ...Array.from({ length: settings.jumps }, () => 'jump' as const),
    ...Array.from({ length: settings.rules }, () => 'rules' as const),
  ]);
  for (const [index, failure] of failures.entries()) {
    const complete = Math.floor((index / failures.length) * chunks);
    if (!(await untilWorkedOn(sql, tenant, complete))) break;
    await delay(random.next() * chunkMs);
    if (failure === 'jump') {
      counts.jumps += 1;
      say(clocks.jump());
      continue;
    }
    if (failure === 'rules') {
      await disturbed.askForRules();
      say('asked for a run of rules');
      counts.rules += 1;
      continue;
    }
    if (failure === 'crash') {
      await first;
      await crash(datastores);
      counts.restarts += 1;
      continue;
    }
    // Kills at random are not the chunk's: three over one would end the session.
    await sql`update import_sessions set deaths = 0 where household_id = ${tenant.householdId}`;
    // One of them has the session.
    while (fleet.killWorker());
    counts.kills += 1;
    say(`killed the workers (${counts.kills} of ${settings.kills})`);
    // The killed one's lease is still there.
    const [row] = await sql<{ token: string }[]>`
      select token
      from leases
      where household_id = ${tenant.householdId} and kind = 'import'`;
    const takenMs = await untilTakenOver(sql, tenant, row?.token ?? '');
    say(`taken over after ${(takenMs / 1000).toFixed(1)} s`);
  }
  await first;
  return counts;
}

function shuffled<T>(from: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: from.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

async function run(): Promise<boolean> {
  const postgres = await startDatabaseServers(settings.database);
  cleanups.push(() => postgres.remove());
  const redis = await startQueueServers(settings.queue);
  if (redis !== null) cleanups.push(() => redis.remove());
  await migrate(postgres.sessionUrl);
  const sql = connect({ databaseUrl: postgres.sessionUrl, poolMax: 3, applicationName: 'chaos' });
  cleanups.push(() => sql.end({ timeout: 5 }));
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-chaos-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'history.ndjson');
  await writeFile(file, [...ledgerRecords(settings.transactions)].join('\n'));

  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_SESSION_URL: postgres.sessionUrl,
    REDIS_URL: redis?.url ?? '',
  };
  const clocks = createClocks(random, settings.jumps > 0);
  cleanups.push(() => clocks.remove());
  const installation = await startInstallation(env, undefined, () => clocks.env());
  cleanups.push(() => installation.stop());
  const ruleWorkers = settings.rules > 0 ? ['workers/rules.ts', 'workers/rules.ts'] : [];
  const fleet = startFleet(installation, settings.workers, random, say, ruleWorkers);
  cleanups.push(() => fleet.release());
  const { baseUrl } = installation;
  const [calm, stormy] = [await createTenant({ sql }, 'A'), await createTenant({ sql }, 'B')];
  for (const { householdId } of settings.rules > 0 ? [calm, stormy] : [])
    await insertSortingRules(sql, householdId);
  const undisturbed = await importFile(baseUrl, calm, file);
  if (settings.rules > 0) await untilRulesRan(sql);
  const { uploadMs, importMs } = undisturbed;
  const text = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  say(`undisturbed: upload ${text(uploadMs)}, import ${text(importMs)}`);

  const [counted] = await sql<{ chunks: number }[]>`
    select count(*)::integer as chunks
    from import_chunks
    where household_id = ${calm.householdId}`;
  const { chunks } = counted ?? { chunks: 0 };
  const answers = watchAnswers();
  const datastores = redis === null ? [postgres] : [postgres, redis];
  const [counts, disturbed] = await Promise.all([
    disturb({
      sql,
      tenant: stormy,
      fleet,
      clocks,
      datastores,
      askForRules: () => askForRules(baseUrl, stormy),
      chunks,
      chunkMs: importMs / chunks,
    }),
    importFile(baseUrl, stormy, file),
  ]);
  if (settings.rules > 0) await untilRulesRan(sql);
  answers.stop();
  fleet.release();
  say(`disturbed: upload ${text(disturbed.uploadMs)}, import ${text(disturbed.importMs)}`);
  say(`the client saw ${answers.summary()}`);
  say(`${fleet.endedByThemselves()} processes ended unexpectedly and were started again`);

  const faults = answers.faults();
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  const outcome = ({ status, error, summary }: Schemas['ImportSession']): string =>
    JSON.stringify({ status, error, summary });
  check(disturbed.session.status === 'complete', `it is ${disturbed.session.status}`);
  check(outcome(disturbed.session) === outcome(undisturbed.session), 'the summaries differ');
  const [one, other] = [await exportOf(baseUrl, calm), await exportOf(baseUrl, stormy)];
  say(`compared ${one.length} records`);
  check(one.length > settings.transactions, 'records are missing');
  const difference = one.findIndex((line, index) => line !== other[index]);
  check(difference < 0, `the households differ: ${one[difference]} and ${other[difference]}`);
  check(one.length === other.length, `${other.length} records instead of ${one.length}`);
  check(counts.kills === settings.kills, `only ${counts.kills} kills came while there was work`);
  check(counts.restarts === settings.restarts, `only ${counts.restarts} crashes came in time`);
  check(counts.jumps === settings.jumps, `only ${counts.jumps} clocks jumped in time`);
  if (settings.rules > 0)
    faults.push(...(await ruleFaults({ sql, url: postgres.sessionUrl }, stormy.householdId)));
  check(
    counts.rules === settings.rules,
    `only ${counts.rules} runs of rules were asked for in time`,
  );
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) say(`the last the processes said:\n${installation.output()}`);
  return faults.length === 0;
}

setTimeout(() => {
  console.error('the time is over');
  void cleanUp().then(() => process.exit(1));
}, settings.timeLimitMs).unref();
await perform(
  settings,
  `${settings.transactions} transactions, ${settings.workers} workers, ${settings.kills} kills, ` +
    `${settings.restarts} crashes, ${settings.jumps} jumps of clocks`,
  run,
);
