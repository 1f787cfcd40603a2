/**
 * `npm run bench -- scale`: fills a database with 3 million transactions (`ROWS` for another number), does what a running
 * service does most, and reads the plan of every statement that it sends. Fails on a large table read from end to end,
 * on a spill to disk, and on more pages than `bench/scale/bounds.ts` allows. `SHOW=name` lists the statements of the
 * operations whose name has that in it, `PLANS=name` with their plans.
 */
import { randomBytes } from 'node:crypto';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { connect, type Sql } from '../shared/postgres/connect.ts';
import { migrate } from '../shared/queue/migrate.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres/server.ts';
import { insertTenant, keyOf } from './rules-data.ts';
import { READS_HOUSEHOLD } from './scale/bounds.ts';
import { startWeb } from '../test/helpers/processes.ts';
import { fill, sizeOf } from './scale/fill.ts';
import { listOperations } from './scale/operations.ts';
import type { Operation } from './scale/operations.ts';
import { createPlanLog, PLAN_LOG_SETTINGS } from './scale/plan-log.ts';
import type { StatementPlan } from './scale/plan-log.ts';
import { startBenchProvider } from './sync-provider.ts';

/** Postgres plans a prepared statement again the first five times; then it may choose one for all values. */
const ROUNDS = 7;
/** Of 8 kB: a smaller table may well be read from end to end. */
const LARGE_TABLE_PAGES = 1000;
const SETUP = 'bench-setup';

const { settings } = readCommandLine(
  `Usage: npm run bench -- scale

Fills a database with transactions, does what a running service does most, and reads the plan of every statement.
SHOW=name lists the statements of the operations whose name has that in it, PLANS=name with their plans.`,
  { settings: { ROWS: 3_000_000 } },
);
const size = sizeOf(settings.ROWS);
const planLog = createPlanLog();
const server = await startEmbeddedPostgres({
  password: randomBytes(16).toString('hex'),
  onLog: (line) => planLog.line(line),
  settings: {
    ...PLAN_LOG_SETTINGS,
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '8GB',
    shared_buffers: '1GB',
    jit: 'off',
    autovacuum: 'off',
  },
});
const databaseUrl = server.urlOf('postgres');
const setup = connect({ databaseUrl, poolMax: 1, applicationName: SETUP });

try {
  await migrate(databaseUrl);
  const tenant = await insertTenant(setup, 20);
  const begun = performance.now();
  await fill(setup, size, tenant.householdId);
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATABASE_POOL_MAX: '2' });
  const log = createLog({ level: 'error', process: 'bench' });
  const queues = createQueues(config, log);
  await queues.ping();
  await fillQueue(setup);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const [{ bytes }] = await setup<[{ bytes: string }]>`
    select pg_size_pretty(pg_database_size(current_database())) as bytes`;
  console.log(
    `${size.transactions.toLocaleString('en')} transactions, ${bytes}, filled in ${seconds} s`,
  );

  const sql = connect({ databaseUrl, poolMax: 2, applicationName: 'bench' });
  // A process of the product, so that its statements are those of the product.
  const web = await startWeb(databaseUrl, { DATABASE_POOL_MAX: '1' });
  const provider = await startBenchProvider(20, 20, new Date().toISOString().slice(0, 10));
  try {
    const context = { config, sql, queues, log, clock: systemClock };
    const baseUrl = `http://127.0.0.1:${web.port}`;
    const [{ id: smallId }] = await setup<[{ id: string }]>`
      select id from households where name = 'Household 1'`;
    const small = await keyOf(setup, smallId);
    const rig = {
      sql,
      setup,
      databaseUrl,
      baseUrl,
      tenant,
      small,
      context,
      providerUrl: provider.url,
    };
    const operations = await listOperations(rig);
    await setup`alter system set auto_explain.log_min_duration = 0`;
    await setup`select pg_reload_conf()`;
    const seen = await measure(setup, operations);
    await report(setup, operations, seen);
  } finally {
    await provider.close();
    web.child.kill();
    await queues.close();
    await sql.end({ timeout: 5 });
  }
} finally {
  await setup.end({ timeout: 5 });
  await server.stop();
}
process.exit();

/** What the queue keeps of a day with 50,000 jobs. */
async function fillQueue(sql: Sql): Promise<void> {
  await sql`
    insert into ledgerline_queue.job (queue, id, seq, name, state, added_at_ms, finished_at_ms)
    select 'sync', 'done-' || i, i, 'sync-connection', 'completed', now.ms - 1000 * i, now.ms - 1000 * i
    from generate_series(1, 50000) i, (select (extract(epoch from now()) * 1000)::bigint as ms) now`;
  await sql`vacuum analyze ledgerline_queue.job`;
}

/** The plans of each operation in each round, by its name. */
async function measure(
  sql: Sql,
  operations: readonly Operation[],
): Promise<Map<string, StatementPlan[][]>> {
  const seen = new Map<string, StatementPlan[][]>(operations.map(({ name }) => [name, []]));
  let marks = 0;
  const mark = (): Promise<void> =>
    planLog.passed(`bench-${(marks += 1)}`, (name) => sql.unsafe(`select '${name}'`));
  await mark();
  for (let round = 0; round < ROUNDS; round += 1) {
    // As autovacuum would: the sweepers delete far more at once than they find in a running service.
    await sql`vacuum syncs, sync_accounts, changes`;
    for (const { name, run } of operations) {
      planLog.take();
      await run();
      await mark();
      seen.get(name)?.push(planLog.take().filter(({ application }) => application !== SETUP));
    }
  }
  return seen;
}

async function report(
  sql: Sql,
  operations: readonly Operation[],
  seen: ReadonlyMap<string, StatementPlan[][]>,
): Promise<void> {
  const large = await sql<{ relname: string }[]>`
    select relname from pg_class where relkind = 'r' and relpages > ${LARGE_TABLE_PAGES}`;
  const largeTables = new Set(large.map(({ relname }) => relname));
  console.log('\n| Operation | Pages | Bound | Statements | |');
  console.log('|---|---:|---:|---:|---|');
  for (const { name, pages: bound } of operations) {
    const rounds = seen.get(name) ?? [];
    const dearest = rounds.reduce((a, b) => (pagesOf(b) > pagesOf(a) ? b : a));
    const watched = READS_HOUSEHOLD.has(name) ? new Set<string>() : largeTables;
    const faults = rounds.flat().flatMap((statement) => faultsOf(statement, watched));
    if (pagesOf(dearest) > bound) faults.push('too many pages');
    if (rounds.some((plans) => plans.length === 0)) faults.push('no statement was seen');
    const listed = [...new Set(faults)].join(', ');
    console.log(`| ${name} | ${pagesOf(dearest)} | ${bound} | ${dearest.length} | ${listed} |`);
    if (faults.length > 0) process.exitCode = 1;
    if (isAsked('SHOW', name)) for (const plan of dearest) console.log(lineOf(plan));
    if (isAsked('PLANS', name))
      for (const plan of dearest) console.log(JSON.stringify(plan, null, 1));
  }
}

function isAsked(variable: string, name: string): boolean {
  const asked = process.env[variable];
  return asked !== undefined && name.includes(asked);
}

function lineOf({ application, pages, query }: StatementPlan): string {
  return `  ${pages} ${application}: ${query.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
}

function pagesOf(plans: readonly StatementPlan[]): number {
  return plans.reduce((sum, { pages }) => sum + pages, 0);
}

function faultsOf({ scanned, spilled }: StatementPlan, largeTables: ReadonlySet<string>): string[] {
  return [
    ...scanned.filter((table) => largeTables.has(table)).map((table) => `scans ${table}`),
    ...(spilled ? ['spills'] : []),
  ];
}
