/**
 * `npm run bench -- sync`: rows per second that a sync stores, from the provider's JSON to the ledger, by
 * 1, 2 and 4 real worker processes, compiled as in production, as a ratio to a bare batched insert of the same rows in the same
 * run, with the processor time of all processes. Prints the table of docs/PERFORMANCE.md. Takes the number of rows as an
 * argument, default 400,000.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine, wholeNumber } from '../scripts/terminal/command-line.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { insertOrJoinSync } from '../shared/sync/store/syncs.ts';
import { insertKeyedConnection, startSyncWorker, withSyncBench } from './sync-bench.ts';
import type { SyncBench } from './sync-bench.ts';
import { compilePrograms } from '../scripts/test/programs.ts';
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

function peakMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function startRuns(bench: SyncBench, count: number): Promise<string[]> {
  const { sql, queues } = bench;
  const { id: householdId } = await insertHousehold(sql, 'Bench');
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const id = await insertKeyedConnection(bench, householdId, 'key');
    const { sync } = await insertOrJoinSync(sql, householdId, id, 'manual', new Date());
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
  const settings = { PROVIDER_BASE_URL: provider.url, SYNC_CONCURRENCY: '2' };
  const program = [path.join(programs.dir, 'workers/sync.js')];
  const children = await Promise.all(
    Array.from({ length: workers }, () => startSyncWorker(bench, program, settings)),
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
    const peakMb = Math.max(...children.map(peakMegabytes));
    return { rowsPerSecond, processorUs, peakMb };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    provider.close();
  }
}

// Compiled, as in production.
const programs = await compilePrograms();
await withSyncBench({ PROVIDER_INCLUDE_PENDING: 'true' }, async (bench) => {
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
});
programs.remove();
process.exit(0);
