/**
 * `npm run bench:rules`: how fast rules are listed, against a bare Express handler in the same run,
 * and how long 100 rules take over 100,000 transactions. Prints the tables of docs/PERFORMANCE.md.
 * `npm run bench:rules -- reads` or `-- runs` measures one of the two.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import path from 'node:path';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { UsageError } from '../scripts/terminal/usage-error.ts';
import { connect, type Sql } from '../shared/db/connect.ts';
import { freePort } from '../scripts/ports.ts';
import { startTestServer } from '../scripts/test/database.ts';
import { compilePrograms, type Programs } from '../scripts/test/programs.ts';
import { measureEngine } from './rules-engine.ts';
import { insertTenant, type Tenant } from './rules-data.ts';
import { StatementLog } from './statement-log.ts';
import { compare, median } from './percentile.ts';

// Short rounds, many of them: the machine's speed changes from one second to the next.
const ROUNDS = 60;
const ROUND_MS = 400;
const WARM_UP_MS = 3000;
const CLIENTS = 16;
const RULES = 1000;

interface Target {
  name: string;
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

async function measureReads(sql: Sql, databaseUrl: string, tenant: Tenant): Promise<void> {
  const bare = { DATABASE_URL: databaseUrl, HOUSEHOLD_ID: tenant.householdId };
  const programs = await compilePrograms();
  const api = await serve(programs, 'api/main.js', { DATABASE_URL: databaseUrl }, '/healthz');
  const rows = await serve(programs, 'bench/bare-express.js', bare, '/rules');
  programs.remove();
  const targets: Target[] = [
    { name: 'GET /api/v1/rules', url: `${api}/api/v1/rules`, headers: { 'X-Api-Key': tenant.key } },
    { name: 'bare Express, rows as stored', url: `${rows}/rules`, headers: {} },
  ];
  for (const target of targets) {
    const answer = await fetch(target.url, { headers: target.headers });
    const { length } = await answer.text();
    console.log(`${target.name}: ${length} bytes`);
    await load(target, WARM_UP_MS);
  }
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    // In turns, so that a busy machine hits them alike.
    const order = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) rates.get(target.name)?.push(await load(target, ROUND_MS));
  }
  const ours = rates.get('GET /api/v1/rules') ?? [];
  console.log(
    '\n| 25 of 1,000 rules | requests/s | GET /api/v1/rules in comparison, pair by pair |',
  );
  console.log('|---|---:|---:|');
  for (const [name, list] of rates) {
    const { ratio, error } = compare(ours, list);
    console.log(
      `| ${name} | ${Math.round(median(list))} | ${ratio.toFixed(2)} ± ${error.toFixed(2)} |`,
    );
  }
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
  settings,
} = readCommandLine(
  `Usage: npm run bench:rules [-- reads|runs]

How fast rules are listed, against a bare Express handler, and how long 100 rules take over many transactions.`,
  { words: 1, settings: { TRANSACTIONS: 100_000, LARGE: 500_000 } },
);
if (only !== undefined && !['reads', 'runs'].includes(only)) {
  throw new UsageError(`There is no part ${only}; name reads or runs.`);
}
const statementLog = new StatementLog();
const server = await startTestServer(process.env['DATABASE_URL'], {
  open: true,
  onLog: statementLog.add,
});
const sql = connect({ databaseUrl: server.templateUrl, poolMax: 4, applicationName: 'bench' });
try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
  const tenant = await insertTenant(sql, RULES);
  await insertFlatRules(sql, tenant.householdId);
  if (only !== 'runs') await measureReads(sql, server.templateUrl, tenant);
  for (const child of children) child.kill();
  if (only !== 'reads') await measureEngine(sql, server.templateUrl, statementLog, settings);
} finally {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await sql.end({ timeout: 5 });
  await server.stop();
}
process.exit();
