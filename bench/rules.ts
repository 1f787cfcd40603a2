/**
 * `npm run bench -- rules`: how fast rules are listed, against a bare Express handler in the same run,
 * and how long 100 rules take over 100,000 transactions. Prints the tables of docs/PERFORMANCE.md.
 * `npm run bench -- rules reads` or `-- runs` measures one of the two.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import path from 'node:path';
import { readCommandLine, UsageError } from '../scripts/terminal/command-line.ts';
import { freePort } from '../scripts/ports.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import { compilePrograms } from '../scripts/test/programs.ts';
import { insertTenant, type Tenant } from './rules-data.ts';
import { compare, median } from './percentile.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { findRuleRun, insertRequestedRuleRun } from '../shared/rules/store/rule-runs.ts';
import { performApplyRules } from '../workers/rules/apply-rules.ts';
import { startCost } from './processor-time.ts';
import type { Cost } from './processor-time.ts';
import { jobRun } from '../test/helpers/job-run.ts';

/** Times runs, also of ten times the rules. Prints a table. */
async function measureEngine(sql: Sql, databaseUrl: string, transactions: number): Promise<void> {
  const other = await insertTenant(sql, 1);
  await insertTransactions(sql, other.householdId, 1000, transactions / 4);
  console.log('\n| rules | transactions | run | s | processor µs a row |');
  console.log('|---:|---:|---|---:|---:|');
  const first: number[] = [];
  for (const rules of [100, 1000]) {
    const { householdId } = await insertTenant(sql, rules);
    await insertTransactions(sql, householdId, rules, transactions);
    for (const run of ['first', 'second']) {
      const now = await timeRun(sql, databaseUrl, householdId);
      if (run === 'first') first.push(now.wall);
      else if (now.modified !== 0) throw new Error('a second run must find nothing to modify');
      const what = `${run}, ${now.matched} matches, ${now.modified} changes`;
      const processor = ((now.processor * 1000) / transactions).toFixed(0);
      console.log(
        `| ${[rules, transactions, what, (now.wall / 1000).toFixed(1), processor].join(' | ')} |`,
      );
    }
    await sql`delete from households where id = ${householdId}`;
    await sql`vacuum analyze transactions`;
  }
  const [hundred = 0, thousand = 0] = first;
  console.log(`\n1,000 rules cost ${(thousand / hundred).toFixed(2)} times what 100 cost.`);
}

/** Rows of so many merchants in turn; one name in ten has needless blanks. */
async function insertTransactions(
  sql: Sql,
  householdId: string,
  merchants: number,
  count: number,
): Promise<void> {
  await sql`
    with account as (
      insert into accounts (household_id, name, currency)
      values (${householdId}, 'Bench', 'EUR')
      returning id
    )
    insert into transactions (household_id, account_id, date, amount, currency, name, notes, extra)
    select ${householdId}, account.id, date '2025-01-01' + (n % 365), -(n % 977 + 1.25), 'EUR',
      case when n % 10 = 0 then 'POS  ' else 'POS ' end || 'Merchant ' || lpad((n % ${merchants}::integer)::text, 4, '0') || ' Berlin ' || n, 'Card payment',
      jsonb_build_object('bank', jsonb_build_object('reference', n::text))
    from account, generate_series(1, ${count}::integer) n`;
  await sql`vacuum analyze transactions`;
}

async function timeRun(
  sql: Sql,
  databaseUrl: string,
  householdId: string,
): Promise<Cost & { matched: number; modified: number }> {
  const log = createLog({ level: 'error', process: 'bench' });
  const order = { ruleId: null, ignoreLocks: false };
  const { id } = await insertRequestedRuleRun(sql, householdId, order);
  const config = loadConfig({ DATABASE_URL: databaseUrl });
  const cost = startCost();
  await performApplyRules(
    { config, sql, queues: {} as Queues, log, clock: systemClock },
    { household_id: householdId, rule_run_id: id },
    jobRun({ jobId: id, isLastAttempt: true }),
  );
  const took = cost();
  const run = await findRuleRun(sql, householdId, id);
  if (run?.status !== 'completed') throw new Error(`the run ended as ${run?.status ?? 'nothing'}`);
  return { ...took, matched: run.queued, modified: run.modified };
}

/** Of each kind. Processes of the same code differ by a third: by chance V8 keeps garbage of the one and not of the other. */
const PROCESSES = 6;
// Short rounds, many of them: the machine's speed changes from one second to the next.
const ROUNDS = 10;
const ROUND_MS = 400;
const WARM_UP_MS = 3000;
const CLIENTS = 16;
const RULES = 1000;

interface Target {
  url: string;
  headers: Record<string, string>;
}

/** Requests per second of one round, with so many clients that each wait for their answer. */
async function load(target: Target, durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const end = performance.now() + durationMs;
  const started = performance.now();
  let answered = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      await request(target, agent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return (answered * 1000) / (performance.now() - started);
}

function request({ url, headers }: Target, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${String(response.statusCode)}`));
      response.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}

const children: ChildProcess[] = [];

/** Starts a server as a separate process and waits until it answers. Compiled, as in production: tsx makes functions slower. */
async function serve(
  { dir }: { dir: string },
  script: string,
  env: Record<string, string>,
  probe: string,
): Promise<string> {
  const port = await freePort();
  const child = fork(path.join(dir, script), {
    execArgv: [],
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 900; tries += 1) {
    const up = await fetch(base + probe).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return base;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${script} did not come up`);
}

async function endChildren(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Requests per second, of rounds in turns, so that a busy machine hits both alike. */
async function measurePair(programs: { dir: string }, databaseUrl: string, tenant: Tenant) {
  const env = { DATABASE_URL: databaseUrl };
  const api = await serve(programs, 'api/main.js', env, '/healthz');
  const flat = { ...env, HOUSEHOLD_ID: tenant.householdId };
  const rows = await serve(programs, 'bench/bare-express.js', flat, '/rules');
  const ours = { url: `${api}/api/v1/rules`, headers: { 'X-Api-Key': tenant.key } };
  const bare = { url: `${rows}/rules`, headers: {} };
  for (const target of [ours, bare]) await load(target, WARM_UP_MS);
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0;
    if (first) rates.ours.push(await load(ours, ROUND_MS));
    rates.bare.push(await load(bare, ROUND_MS));
    if (!first) rates.ours.push(await load(ours, ROUND_MS));
  }
  await endChildren();
  return rates;
}

async function measureReads(sql: Sql, databaseUrl: string, tenant: Tenant): Promise<void> {
  const programs = await compilePrograms();
  console.log(
    '\n| 25 of 1,000 rules | GET /api/v1/rules | bare Express | in comparison, pair by pair |',
  );
  console.log('|---|---:|---:|---:|');
  const ratios: number[] = [];
  for (let pair = 1; pair <= PROCESSES; pair += 1) {
    const { ours, bare } = await measurePair(programs, databaseUrl, tenant);
    const { ratio, error } = compare(ours, bare);
    ratios.push(ratio);
    const perSecond = [ours, bare].map((rates) => Math.round(median(rates))).join(' | ');
    console.log(`| processes ${pair} | ${perSecond} | ${ratio.toFixed(2)} ± ${error.toFixed(2)} |`);
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio) / ratios.length;
  console.log(`| mean of ${PROCESSES} | | | ${mean.toFixed(2)} |`);
  programs.remove();
  await sql`drop table bench_rules`;
}

/** The rules as one table of finished rows: the least work that an answer of this size can be. */
async function insertFlatRules(sql: Sql, householdId: string): Promise<void> {
  await sql`
    create table bench_rules (
      household_id uuid, id uuid primary key, resource_type text, active boolean, name text,
      effective_date date, conditions jsonb, actions jsonb, created_at timestamptz, updated_at timestamptz
    )`;
  await sql`create index bench_rules_order on bench_rules (household_id, created_at, id)`;
  await sql`
    insert into bench_rules
    select household_id, id, resource_type, active, name, effective_date, conditions, actions, created_at, updated_at
    from rules
    where household_id = ${householdId}`;
  // What autovacuum does a moment after such a load.
  await sql`vacuum analyze`;
}

const {
  positionals: [only],
  settings: { TRANSACTIONS },
} = readCommandLine(
  `Usage: npm run bench -- rules [reads|runs]

How fast rules are listed, against a bare Express handler, and how long 100 rules take over many transactions.`,
  { words: 1, settings: { TRANSACTIONS: 100_000 } },
);
if (only !== undefined && !['reads', 'runs'].includes(only)) {
  throw new UsageError(`There is no part ${only}; name reads or runs.`);
}
await withMigratedDatabase('bench', async (sql, databaseUrl) => {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  const tenant = await insertTenant(sql, RULES);
  await insertFlatRules(sql, tenant.householdId);
  if (only !== 'runs') await measureReads(sql, databaseUrl, tenant).finally(endChildren);
  if (only !== 'reads') await measureEngine(sql, databaseUrl, TRANSACTIONS);
});
process.exit();
