/**
 * `npm run test:chaos:imports`: a history is imported while workers are killed and the datastores crash, the
 * upload included. It ends with exactly the household and the summary of an undisturbed import, and the client
 * never saw anything but answers and 503 with Retry-After. Sizes and the seed are environment variables, see
 * `readSettings`; the last line is the verdict, and the exit code is 0 only when it holds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../sandbox-provider/random.ts';
import type { Random } from '../../sandbox-provider/random.ts';
import { createApiClient } from '../../scripts/import/api-client.ts';
import { createImportClient } from '../../scripts/import/import-client.ts';
import type { SessionAnswer } from '../../scripts/import/import-client.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { readCommandLine } from '../../scripts/terminal/command-line.ts';
import { connect } from '../../shared/db/connect.ts';
import type { Sql } from '../../shared/db/connect.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { createTenant } from '../helpers/start-api.ts';
import type { TestTenant } from '../helpers/start-api.ts';
import { startChaosRun } from './chaos-run.ts';
import { createClocks } from './clocks.ts';
import type { Clocks } from './clocks.ts';
import { startPostgres } from './datastore.ts';
import { startQueueServers } from './queue-servers.ts';
import type { Datastore } from './datastore.ts';
import { startFleet } from './fleet.ts';
import type { Fleet } from './fleet.ts';
import { startInstallation } from './installation.ts';
import { CHAOS_SETTINGS, readSettings } from './settings.ts';
import { watchAnswers } from './watch-answers.ts';

const CHUNK_BYTES = 512 * 1024;
readCommandLine(`Usage: npm run test:chaos:imports

A history is imported while workers are killed and the datastores crash, the upload included.
${CHAOS_SETTINGS}`);
const settings = readSettings({ TRANSACTIONS: '60000', WORKERS: '2', ...process.env });
const random = seededRandom(settings.seed);

const { say, cleanups, cleanUp, perform } = startChaosRun();

/** The import as `npm run import` does it, and when each of its parts ended. */
async function importFile(baseUrl: string, tenant: TestTenant, file: string) {
  const times = { begun: performance.now(), uploaded: 0, imported: 0 };
  const { session } = await runImport({
    client: createImportClient(createApiClient(baseUrl, tenant.writeKey)),
    files: [file],
    session: 'chaos',
    chunkBytesMax: CHUNK_BYTES,
    progress: {
      planned: () => undefined,
      uploaded: () => (times.uploaded = performance.now()),
      imported: () => (times.imported = performance.now()),
    },
  });
  const uploadMs = times.uploaded - times.begun;
  return { session, uploadMs, importMs: times.imported - times.uploaded };
}

async function exportOf(baseUrl: string, tenant: TestTenant): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/api/v1/export`, {
    headers: { 'X-Api-Key': tenant.readKey },
  });
  return withoutIds((await answer.text()).trimEnd().split('\n'));
}

/** Resolves once so many chunks are uploaded. Postgres may be away meanwhile. */
async function untilUploaded(sql: Sql, { householdId }: TestTenant, count: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count
      from import_chunks
      where household_id = ${householdId}`.catch(() => []);
    if ((row?.count ?? 0) >= count) return;
    await delay(50);
  }
}

/**
 * Resolves once a worker holds the session and so many chunks are imported: by time the import could be over, on a machine that
 * is faster than a while ago. False when it is over. Postgres may be away meanwhile.
 */
async function untilWorkedOn(
  sql: Sql,
  { householdId }: TestTenant,
  complete: number,
): Promise<boolean> {
  for (;;) {
    const [row] = await sql<{ status: string; held: boolean | null; complete: number }[]>`
      select status,
        (
          select count(*)::integer
          from import_chunks
          where household_id = import_sessions.household_id
            and session_id = import_sessions.id
            and status = 'complete'
        ) as complete,
        exists (
          select 1
          from leases
          where kind = 'import' and resource = import_sessions.id and expires_at > now()
        ) as held
      from import_sessions
      where household_id = ${householdId}`.catch(() => []);
    if (row?.held === true && row.complete >= complete) return true;
    if (row?.status === 'complete' || row?.status === 'failed') return false;
    await delay(50);
  }
}

interface Disturbed {
  sql: Sql;
  tenant: TestTenant;
  fleet: Fleet;
  clocks: Clocks;
  datastores: readonly Datastore[];
  /** Of the import, and what the undisturbed one took for each. */
  chunks: number;
  chunkMs: number;
}

async function crash(datastores: readonly Datastore[]): Promise<void> {
  for (const datastore of datastores) {
    say(`${datastore.name} crashes`);
    await datastore.restart(random.whole(200, 2000));
  }
  say('and is back');
}

/** One crash while the client uploads, then all the others and the kills at random moments of the import. */
async function disturb(disturbed: Disturbed) {
  const { sql, tenant, fleet, clocks, datastores, chunks, chunkMs } = disturbed;
  const counts = { kills: 0, restarts: 0, jumps: 0 };
  if (settings.restarts > 0) {
    await untilUploaded(sql, tenant, random.whole(1, chunks - 1));
    await crash(datastores);
    counts.restarts += 1;
  }
  const failures = shuffled(random, [
    ...Array.from({ length: settings.kills }, () => 'kill' as const),
    ...Array.from({ length: Math.max(settings.restarts - 1, 0) }, () => 'crash' as const),
    ...Array.from({ length: settings.jumps }, () => 'jump' as const),
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
    if (failure === 'crash') {
      await crash(datastores);
      counts.restarts += 1;
      continue;
    }
    // Kills at random are not the chunk's: three over one would end the session.
    await sql`update import_chunks set deaths = 0 where household_id = ${tenant.householdId}`;
    // One of them has the session.
    while (fleet.killWorker());
    counts.kills += 1;
    say(`killed the workers (${counts.kills} of ${settings.kills})`);
    // The killed one's lease is still there.
    const [row] = await sql<{ token: string }[]>`
      select token
      from leases
      where household_id = ${tenant.householdId} and kind = 'import'`;
    await untilTakenOver(sql, tenant, row?.token ?? '');
  }
  return counts;
}

async function untilTakenOver(sql: Sql, tenant: TestTenant, token: string): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const [row] = await sql<{ token: string; status: string }[]>`
      select l.token, s.status
      from import_sessions s
      join leases l on l.kind = 'import' and l.resource = s.id
      where s.household_id = ${tenant.householdId}`;
    if (row?.token !== token || row.status !== 'importing') break;
    await delay(100);
  }
  say(`taken over after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}

function shuffled<T>(from: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: from.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

async function run(): Promise<boolean> {
  const postgres = await startPostgres();
  cleanups.push(() => postgres.remove());
  const redis = await startQueueServers(settings.queue);
  if (redis !== null) cleanups.push(() => redis.remove());
  await migrate(postgres.url);
  const sql = connect({ databaseUrl: postgres.url, poolMax: 3, applicationName: 'chaos' });
  cleanups.push(() => sql.end({ timeout: 5 }));
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-chaos-'));
  cleanups.push(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.resolve();
  });
  const file = path.join(folder, 'history.ndjson');
  await writeFile(file, [...ledgerRecords(settings.transactions)].join('\n'));

  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis?.url ?? '' };
  const clocks = createClocks(random, settings.jumps > 0);
  cleanups.push(() => clocks.remove());
  const installation = await startInstallation(env, undefined, () => clocks.env());
  cleanups.push(() => installation.stop());
  const fleet = startFleet(installation, settings.workers, random, say);
  cleanups.push(async () => {
    fleet.release();
    await Promise.resolve();
  });
  const { baseUrl } = installation;
  const [calm, stormy] = [await createTenant({ sql }, 'A'), await createTenant({ sql }, 'B')];
  const undisturbed = await importFile(baseUrl, calm, file);
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
    disturb({ sql, tenant: stormy, fleet, clocks, datastores, chunks, chunkMs: importMs / chunks }),
    importFile(baseUrl, stormy, file),
  ]);
  answers.stop();
  fleet.release();
  say(`disturbed: upload ${text(disturbed.uploadMs)}, import ${text(disturbed.importMs)}`);
  say(`the client saw ${answers.told()}`);
  say(`${fleet.endedByThemselves()} processes ended by themselves and were started again`);

  const faults = answers.faults();
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  const outcome = ({ status, error, summary }: SessionAnswer): string =>
    JSON.stringify({ status, error, summary });
  check(disturbed.session.status === 'complete', `it is ${disturbed.session.status}`);
  check(outcome(disturbed.session) === outcome(undisturbed.session), 'the summaries differ');
  const [one, other] = [await exportOf(baseUrl, calm), await exportOf(baseUrl, stormy)];
  say(`compared ${one.length} records`);
  check(one.length > settings.transactions, 'records are missing');
  check(one.join('\n') === other.join('\n'), 'the households differ');
  check(counts.kills === settings.kills, `only ${counts.kills} kills came while there was work`);
  check(counts.restarts === settings.restarts, `only ${counts.restarts} crashes came in time`);
  check(counts.jumps === settings.jumps, `only ${counts.jumps} clocks jumped in time`);
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
