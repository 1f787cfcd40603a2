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
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { UsageError } from '../scripts/terminal/usage-error.ts';
import { type Sql } from '../shared/postgres/connect.ts';
import { freePort } from '../scripts/ports.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import { compilePrograms, type Programs } from '../scripts/test/programs.ts';
import { measureEngine } from './rules-engine.ts';
import { insertTenant, type Tenant } from './rules-data.ts';
import { compare, median } from './percentile.ts';

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

/** Starts a server as a process of its own and waits until it answers. Compiled, as in production: tsx makes functions dearer. */
async function serve(
  { dir }: Programs,
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
interface Rates {
  ours: number[];
  bare: number[];
}

async function measurePair(
  programs: Programs,
  databaseUrl: string,
  tenant: Tenant,
): Promise<Rates> {
  const env = { DATABASE_URL: databaseUrl };
  const api = await serve(programs, 'api/main.js', env, '/healthz');
  const flat = { ...env, HOUSEHOLD_ID: tenant.householdId };
  const rows = await serve(programs, 'bench/bare-express.js', flat, '/rules');
  const ours = { url: `${api}/api/v1/rules`, headers: { 'X-Api-Key': tenant.key } };
  const bare = { url: `${rows}/rules`, headers: {} };
  for (const target of [ours, bare]) await load(target, WARM_UP_MS);
  const rates: Rates = { ours: [], bare: [] };
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
