/**
 * `npm run bench -- scale`: fills a database with 3 million transactions (`ROWS` for another number), does what a running
 * service does most, and reads the plan of every statement that it sends. Fails on a large table read from end to end,
 * on a spill to disk, and on more pages than `bench/scale/bounds.ts` allows. `SHOW=name` lists the statements and plans of
 * the operations whose name has that in it.
 */
import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '../scripts/embedded-postgres/server.ts';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { FAST_SETTINGS } from '../scripts/test/database.ts';
import { feedHead } from '../shared/changes/feed.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { sealSecret } from '../shared/platform/crypto.ts';
import { connect } from '../shared/postgres/connect.ts';
import { migrate } from '../shared/queue/migrate.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { readConnectionAges } from '../shared/sync/store/connection-syncs.ts';
import { jobRun } from '../test/helpers/job-run.ts';
import { startWeb } from '../test/helpers/processes.ts';
import { createSyncHarness } from '../test/helpers/sync-harness.ts';
import { workerContext } from '../test/helpers/worker-context.ts';
import { performApplyRules } from '../workers/rules/apply-rules.ts';
import { DELETE_OLD } from '../workers/scheduler/delete-old.ts';
import * as endStale from '../workers/scheduler/end-stale-runs.ts';
import * as requeue from '../workers/scheduler/requeue-runs.ts';
import { startDueSyncs } from '../workers/scheduler/start-due-syncs.ts';
import type { ScheduledTask } from '../workers/scheduler/start-tasks.ts';
import { tellOfChanges } from '../workers/scheduler/webhook-events.ts';
import { insertTenant, keyOf } from './rules-data.ts';
import { BOUNDS, mayScan } from './scale/bounds.ts';
import { fill } from './scale/fill.ts';
import { createPlanLog, PLAN_LOG_SETTINGS, type StatementPlan } from './scale/plan-log.ts';
import { startBenchProvider } from './sync-provider.ts';

/** Postgres plans a prepared statement again the first five times; then it may choose one for all values. */
const ROUNDS = 7;
/** Of 8 kB: a smaller table may well be read from end to end. */
const LARGE_TABLE_PAGES = 1000;
const SETUP = 'bench-setup';

type Work = () => Promise<unknown>;

const { settings } = readCommandLine(
  `Usage: npm run bench -- scale

Fills a database with transactions, does what a running service does most, and reads the plan of every statement.
SHOW=name lists the statements and plans of the operations whose name has that in it.`,
  { settings: { ROWS: 3_000_000 } },
);
const planLog = createPlanLog();
const large = { max_wal_size: '8GB', shared_buffers: '1GB', autovacuum: 'off' };
// Vacuum marks no page as visible to all while the commit of its rows, or one right after it, is not in the log on disk.
const visible = { synchronous_commit: 'on' };
// It ends with this process, however that ends.
const server = await startEmbeddedPostgres({
  password: randomBytes(16).toString('hex'),
  onLog: (line) => planLog.line(line),
  settings: { ...FAST_SETTINGS, ...large, ...visible, ...PLAN_LOG_SETTINGS },
});
const url = server.urlOf('postgres');
await migrate(url);
/** Prepares the operations: its statements do not count. */
const setup = connect({ databaseUrl: url, poolMax: 1, applicationName: SETUP });
const sql = connect({ databaseUrl: url, poolMax: 2, applicationName: 'bench' });
const config = (env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ DATABASE_URL: url, DATABASE_POOL_MAX: '2', ...env });
const { log } = workerContext({ sql, url, config });
const queues = createQueues(config(), log);
const context = workerContext({ sql, url, config }, { queues });
await queues.ping();

const tenant = await insertTenant(setup, 20);
const { householdId } = tenant;
const begun = performance.now();
await fill(setup, settings.ROWS, householdId);
const seconds = Math.round((performance.now() - begun) / 1000);
const [{ bytes, small }] = await setup<[{ bytes: string; small: string }]>`
  select pg_size_pretty(pg_database_size(current_database())) as bytes, id as small
  from households
  where name = 'Household 1'`;
console.log(`${settings.ROWS.toLocaleString('en')} transactions, ${bytes}, filled in ${seconds} s`);

// A process of the product, so that its statements are those of the product. Plans that are measured take longer.
const patient = { DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
const web = await startWeb(url, { DATABASE_POOL_MAX: '1', ...patient });
process.once('exit', () => web.child.kill());
const operations = await listOperations();
await setup`alter system set auto_explain.log_min_duration = 0`;
await setup`select pg_reload_conf()`;
const seen = await measure();
await report();
await server.stop();
process.exit();

/** The operations of `bounds.ts`, in its order: what a running service does often. */
async function listOperations(): Promise<ReadonlyMap<string, Work>> {
  const places = await findPlaces();
  const others = await listWorkerOperations();
  const { key: smallKey } = await keyOf(setup, small);
  const ofSmall = ' of a small household';
  return new Map(
    Object.keys(BOUNDS).map((name) => {
      const what = name.replaceAll(/\{(\w+)\}/g, (_, place: string) => places[place] ?? place);
      const key = name.endsWith(ofSmall) ? smallKey : tenant.key;
      return [name, others.get(name) ?? (() => request(what.replace(ofSmall, ''), key))];
    }),
  );
}

/** Sends `METHOD /path body` to the API; its answer. */
async function request(what: string, key = tenant.key): Promise<string> {
  const [method = '', path = '', body = null] = what.split(' ');
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  const address = `http://127.0.0.1:${web.port}/api/v1${path}`;
  const answer = await fetch(address, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
  return text;
}

/** What the names of operations have in braces. */
async function findPlaces(): Promise<Record<string, string>> {
  const [row] = await setup<[Record<string, string>]>`
    select
      (select id from accounts where household_id = ${householdId} and name = 'Account 0') as account,
      (select id from transactions where household_id = ${householdId} and is_split_parent limit 1) as parent,
      (select id from categories where household_id = ${householdId} and name = 'Category 1') as category,
      (select id from merchants where household_id = ${householdId} and name = 'Merchant 1') as merchant,
      (select id from tags where household_id = ${householdId} and name = 'Tag 1') as tag,
      (select connection_id from syncs where household_id = ${householdId} limit 1) as connection,
      (select id from syncs where household_id = ${householdId} limit 1) as sync`;
  const metaOf = async (what: string) =>
    (JSON.parse(await request(what)) as { meta: { total_pages: number; next_cursor: string } })
      .meta;
  const { total_pages: pages } = await metaOf('GET /transactions');
  const { next_cursor: cursor } = await metaOf(`GET /transactions?page=${pages - 30}`);
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const synced = await feedHead(setup);
  // As a sync writes them: in one statement, one behind the other.
  await setup`
    insert into transactions
      (household_id, account_id, date, amount, currency, name, category_id, merchant_id, source, external_id)
    select household_id, account_id, date, amount, currency, name, category_id, merchant_id, source, 'new ' || external_id
    from transactions
    where household_id = ${householdId} and account_id = ${row['account'] ?? ''} and date < current_date - 400
    limit 100`;
  const feed = await feedHead(setup);
  await setup`
    update transactions
    set notes = 'Seen'
    where household_id = ${householdId} and id = any(array(
      select id from transactions where household_id = ${householdId} and removed_at is null order by date desc, id limit 100
    ))`;
  return { ...row, month, synced, feed, cursor };
}

async function listWorkerOperations(): Promise<ReadonlyMap<string, Work>> {
  const groups = [{ startDueSyncs, tellOfChanges }, requeue, endStale];
  const tasks = [...groups.flatMap((group) => Object.values<ScheduledTask>(group)), ...DELETE_OLD];
  const applyRules = async (): Promise<void> => {
    const [run] = await setup<{ id: string }[]>`
      select id from rule_runs where household_id = ${householdId} and status = 'queued'`;
    if (run === undefined) throw new Error('the sync left no run of rules');
    const payload = { household_id: householdId, rule_run_id: run.id };
    await performApplyRules(context, payload, jobRun({ jobId: run.id }));
  };
  return new Map<string, Work>([
    ...tasks.map((task) => [task.name, () => task.run(context)] as const),
    ['sync of 20 rows into an account of 50,000', await prepareSync()],
    ['rules over what the sync brought', applyRules],
    ['is a job waiting, every second', () => queues.hasWaiting('sync')],
    ['ages of connections, for each scrape', () => readConnectionAges(sql, [3600, 86_400])],
  ]);
}

/** A sync of the large household's first account, the one that the provider lists, with twenty rows. */
async function prepareSync(): Promise<Work> {
  const provider = await startBenchProvider(20, 20, new Date().toISOString().slice(0, 10));
  const harness = createSyncHarness({ sql, url, config }, provider.url);
  const [{ id, accountId }] = await setup<[{ id: string; accountId: string }]>`
    select connection_id as id, account_id
    from provider_accounts
    where household_id = ${householdId} and provider_account_id = '1'`;
  const ring = harness.context.config.credentialKeys;
  if (ring === null) throw new Error('no credential key');
  const { ciphertext } = sealSecret(ring, 'key', id);
  await setup`update provider_connections set credential_ciphertext = ${ciphertext} where id = ${id}`;
  const filledUntil = new Date();
  return async () => {
    // The rows are new each time.
    await setup`delete from transactions where account_id = ${accountId} and created_at > ${filledUntil}`;
    harness.clock.set(new Date());
    const { status } = await harness.sync({ householdId, connectionId: id });
    if (status !== 'completed') throw new Error(`the sync ended as ${status}`);
  };
}

/** The plans of each operation in each round, by its name. */
async function measure(): Promise<ReadonlyMap<string, StatementPlan[][]>> {
  const all = new Map<string, StatementPlan[][]>([...operations.keys()].map((name) => [name, []]));
  const take = () => planLog.take((mark) => setup.unsafe(mark));
  for (let round = 0; round < ROUNDS; round += 1) {
    // As autovacuum would: the sweepers delete far more at once than they find in a running service.
    await setup`vacuum syncs, sync_accounts, changes`;
    for (const [name, work] of operations) {
      await take();
      await work();
      all.get(name)?.push((await take()).filter(({ application }) => application !== SETUP));
    }
  }
  return all;
}

async function report(): Promise<void> {
  const tables = await setup<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relpages > ${LARGE_TABLE_PAGES}`;
  const isLarge = (table: string): boolean => tables.some(({ name }) => name === table);
  console.log('\n| Operation | Pages | Bound | Statements | |');
  console.log('|---|---:|---:|---:|---|');
  for (const [name, rounds] of seen) {
    const dearest = rounds.reduce((a, b) => (pagesOf(b) > pagesOf(a) ? b : a));
    const [pages, bound = 0] = [pagesOf(dearest), BOUNDS[name]];
    const faults = rounds
      .flat()
      .flatMap(({ scanned, spilled }) => [
        ...(mayScan(name) ? [] : scanned.filter(isLarge).map((table) => `scans ${table}`)),
        ...(spilled ? ['spills'] : []),
      ]);
    if (pages > bound) faults.push('too many pages');
    if (rounds.some((plans) => plans.length === 0)) faults.push('no statement was seen');
    const listed = [...new Set(faults)].join(', ');
    console.log(`| ${name} | ${pages} | ${bound} | ${dearest.length} | ${listed} |`);
    if (faults.length > 0) process.exitCode = 1;
    if (!name.includes(process.env['SHOW'] ?? '\0')) continue;
    for (const { pages: own, application, text } of dearest) console.log(own, application, text);
  }
}

function pagesOf(plans: readonly StatementPlan[]): number {
  return plans.reduce((sum, { pages }) => sum + pages, 0);
}
