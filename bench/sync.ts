/**
 * `npm run bench -- sync`: rows per second that a sync stores, from the provider's JSON to the ledger, by
 * 1, 2 and 4 real worker processes, compiled as in production, as a ratio to a bare batched insert of the same rows in the same
 * run, with the processor time of all processes. Prints the table of docs/PERFORMANCE.md. Takes the number of rows as an
 * argument, default 400,000.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine, wholeNumber } from '../scripts/terminal/command-line.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import { compilePrograms } from '../scripts/test/programs.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Config } from '../shared/platform/config.ts';
import { createLog } from '../shared/platform/log.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { createQueues } from '../shared/queue/queues.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import { insertOrJoinSync } from '../shared/sync/store/syncs.ts';
import { peakMemory } from '../test/helpers/peak-memory.ts';
import { startProcess } from '../test/helpers/processes.ts';
import { insertTestConnection, SYNC_ENV } from '../test/helpers/sync-harness.ts';
import { startCost } from './processor-time.ts';
import { benchRow, startBenchProvider } from './sync-provider.ts';

const {
  positionals: [rowsGiven = '400000'],
} = readCommandLine(
  `Usage: npm run bench -- sync [ROWS]

Rows per second that a sync stores (400000), against a bare batched insert.`,
  { words: 1 },
);
const TOTAL_ROWS = wholeNumber('ROWS', rowsGiven);
const CONNECTIONS = 8;
const PAGE_ROWS = 2500;
const TODAY = new Date().toISOString().slice(0, 10);

interface SyncBench {
  config: Config;
  sql: Sql;
  queues: Queues;
}

/** How fast rows came to be stored, and the processor time of all processes, Postgres included, in microseconds a row. */
interface Speed {
  rowsPerSecond: number;
  processorUs: number;
}

function startSpeed(rows: number): () => Speed {
  const cost = startCost();
  return () => {
    const { wall, processor } = cost();
    return { rowsPerSecond: rows / (wall / 1000), processorUs: (processor * 1000) / rows };
  };
}

/** The same rows, as a program without this service would store them: 5,000 at a time. */
async function insertBare({ sql }: SyncBench, rows: number): Promise<Speed> {
  const { id: householdId } = await insertHousehold(sql, 'Bare');
  const [account] = await sql<{ id: string }[]>`
    insert into accounts (household_id, name, currency)
    values (${householdId}, 'Bare', 'EUR')
    returning id`;
  const speed = startSpeed(rows);
  for (let start = 0; start < rows; start += 5000) {
    const batch = Array.from({ length: Math.min(5000, rows - start) }, (_, index) =>
      benchRow(start + index, TODAY),
    );
    await sql`
      insert into transactions (
        household_id, account_id, source, external_id, date, amount, currency, name, provider_merchant,
        provider_description, pending
      )
      select ${householdId}::uuid, ${account?.id ?? ''}::uuid, 'provider', row.*
      from unnest(
        ${batch.map((row, index) => row.id ?? `none-${start + index}`)}::text[],
        ${batch.map((row) => row.date)}::date[],
        ${batch.map((row) => String(row.amount))}::numeric[],
        ${batch.map((row) => row.currency)}::text[],
        ${batch.map((row) => row.merchant)}::text[],
        ${batch.map((row) => row.merchant)}::text[],
        ${batch.map((row) => row.description)}::text[],
        ${batch.map((row) => String(row.isPending))}::text[]::boolean[]
      ) as row`;
  }
  return speed();
}

async function startRuns(bench: SyncBench, count: number): Promise<string[]> {
  const { sql, queues } = bench;
  const { id: householdId } = await insertHousehold(sql, 'Bench');
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { connectionId } = await insertTestConnection(bench, `key-${made}`, householdId);
    const { sync } = await insertOrJoinSync(sql, householdId, connectionId, 'manual', new Date());
    await syncConnectionJob.enqueue(queues, sync);
    ids.push(sync.id);
  }
  return ids;
}

/** Syncs `rows` rows on `connections` connections with so many workers; rows per second and peak memory. */
async function measure(
  bench: SyncBench,
  workers: number,
  connections: number,
  rows: number,
): Promise<Speed & { peakMb: number }> {
  const provider = await startBenchProvider(rows / connections, PAGE_ROWS, TODAY);
  const env = { ...SYNC_ENV, PROVIDER_BASE_URL: provider.url, SYNC_CONCURRENCY: '2' };
  const started = await Promise.all(
    Array.from({ length: workers }, () =>
      startProcess('workers/sync.ts', bench.config, { LOG_LEVEL: 'info', ...env }),
    ),
  );
  try {
    const ids = await startRuns(bench, connections);
    const speed = startSpeed(rows);
    for (;;) {
      await delay(50);
      const ended = await bench.sql<{ status: string }[]>`
        select status
        from syncs
        where id = any(${ids}::uuid[])
          and finished_at is not null`;
      if (ended.some(({ status }) => status !== 'completed')) throw new Error('a sync failed');
      if (ended.length === ids.length) break;
    }
    const { rowsPerSecond, processorUs } = speed();
    const peakMb = Math.max(...started.map(({ child }) => peakMemory(child.pid ?? 0) ?? 0));
    return { rowsPerSecond, processorUs, peakMb };
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await provider.close();
  }
}

// Compiled, as in production.
const programs = await compilePrograms();
process.env['TEST_PROGRAMS'] = programs.dir;
await withMigratedDatabase('bench', async (sql, databaseUrl) => {
  const config = loadConfig({ ...process.env, DATABASE_URL: databaseUrl, ...SYNC_ENV });
  const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
  const bench = { config, sql, queues };
  console.log('| what | rows/s | ratio | processor, µs a row | ratio | peak memory |');
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const workers of [1, 2, 4]) {
    // Before each: the machine may be busier now than at the start. Autovacuum would have counted the rows within a
    // minute, as it has in any database that is older; of the household that comes next it knows nothing then.
    const bare = await insertBare(bench, TOTAL_ROWS);
    await bench.sql`analyze transactions`;
    const ours = await measure(bench, workers, CONNECTIONS, TOTAL_ROWS);
    const ratio = (ours.rowsPerSecond / bare.rowsPerSecond).toFixed(2);
    const times = (ours.processorUs / bare.processorUs).toFixed(2);
    const [bareRate, rate] = [Math.round(bare.rowsPerSecond), Math.round(ours.rowsPerSecond)];
    console.log(`| bare insert | ${bareRate} | 1 | ${bare.processorUs.toFixed(1)} | 1 | |`);
    console.log(
      `| ${workers} workers | ${rate} | ${ratio} | ${ours.processorUs.toFixed(1)} | ${times} | ${ours.peakMb} MB |`,
    );
  }
  await queues.close();
});
programs.remove();
process.exit(0);
