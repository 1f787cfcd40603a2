/**
 * `npm run test:long -- soak MINUTES`: a whole service as `npm start` starts it does without pause what its users do, and undoes it;
 * what is to be kept for some time is made old as soon as it is half a minute old. Fails where the memory of a process, a table
 * or an index still grows in the last third of the time. Prints what each had in the middle and at the end.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../bench/percentile.ts';
import { readCommandLine, wholeNumber } from '../../scripts/terminal/command-line.ts';
import { freePort } from '../../scripts/ports.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import {
  copyCheckout,
  npmStart,
  processesOf,
  readReady,
  removeCheckout,
  untilReady,
  untilSynced,
} from '../helpers/npm-start.ts';
import { words } from '../helpers/for-all.ts';

const { positionals } = readCommandLine(
  `Usage: npm run test:long -- soak [MINUTES]

A whole service under load for so many minutes (11). Fails where memory, a table or an index still grows in the last third.`,
  { words: 1 },
);
const MINUTES = wholeNumber('MINUTES', positionals[0] ?? 11);
const SAMPLE_MS = 2000;
const AGE_MS = 15_000;
const ROWS = 300;
/** What users made and may look at for ever, and jobs, which are kept for days: it may grow, but only by as much as its rows. */
const KEPT = new Set([
  'transactions',
  'imports',
  'import_rows',
  'import_sessions',
  'import_chunks',
  'import_id_map',
  'rules',
  'job',
]);
/** What a retention ends, with the columns that it looks at. */
const AGING = {
  syncs: ['created_at', 'finished_at'],
  rule_runs: ['created_at'],
  changes: ['created_at'],
  operator_actions: ['at'],
  imports: ['created_at', 'updated_at'],
  import_sessions: ['created_at', 'updated_at'],
};

const copy = copyCheckout();
const started = npmStart(copy, { PORT: String(await freePort()), LOG_LEVEL: 'warn' });
process.once('exit', () => removeCheckout(copy));
await untilReady(copy, started);
const ready = readReady(copy);
await untilSynced(ready);
const sql = connect({
  databaseUrl: ready['database_url'] ?? '',
  poolMax: 2,
  applicationName: 'soak',
});

const over = new AbortController();
const faults: string[] = [];
const done: Record<string, number> = {};

async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${ready['base_url'] ?? ''}/api/v1${path}`, {
    method,
    headers: { 'X-Api-Key': ready['api_key'] ?? '', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' || !answer.headers.get('content-type')?.includes('application/json')
    ? null
    : JSON.parse(text).data;
}

/** Resolves when what is at that path has this status. */
async function until(path: string, status: string): Promise<void> {
  for (;;) {
    const shown = await call('GET', path);
    if (shown.status === status) return;
    if (shown.status === 'failed') throw new Error(`${path}: ${JSON.stringify(shown.error)}`);
    await delay(100);
  }
}

/** Does one thing again and again until the time is over. */
async function repeat(name: string, work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    try {
      await work(turn);
      done[name] = turn + 1;
    } catch (error) {
      faults.push(`${name}: ${String(error)}`);
      if (faults.length > 20) over.abort();
    }
  }
}

const dayOf = (index: number): string =>
  new Date(Date.UTC(2024, 0, 1 + (index % 700))).toISOString().slice(0, 10);

async function importFile(turn: number): Promise<void> {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `${dayOf(row)},-${row + 1}.10,Purchase ${turn % 50} of ${row}`,
  );
  const { id } = await call('POST', '/imports', {
    type: 'TransactionImport',
    account_id: account.id,
    raw_file_content: ['date,amount,name', ...rows, ''].join('\n'),
  });
  await until(`/imports/${id}`, 'pending');
  await call('POST', `/imports/${id}/publish`, {});
  await until(`/imports/${id}`, 'complete');
  await call('POST', `/imports/${id}/undo`);
  await until(`/imports/${id}`, 'undone');
}

async function importSession(turn: number): Promise<void> {
  const record = (type: string, data: object) => JSON.stringify({ type, data });
  const lines = [
    record('Account', {
      id: 'a',
      accountable_type: 'Depository',
      name: `Session ${turn}`,
      balance: '1',
      currency: 'EUR',
    }),
    ...Array.from({ length: ROWS }, (_, row) =>
      record('Transaction', {
        id: `t${row}`,
        account_id: 'a',
        date: dayOf(row),
        amount: `-${row + 1}.20`,
        currency: 'EUR',
        name: `Purchase ${row}`,
      }),
    ),
  ];
  const { id } = await call('POST', '/import_sessions', { expected_chunks: 1 });
  await call('POST', `/import_sessions/${id}/chunks`, {
    sequence: 1,
    raw_file_content: lines.join('\n'),
  });
  await call('POST', `/import_sessions/${id}/publish`);
  await until(`/import_sessions/${id}`, 'complete');
  await call('POST', `/import_sessions/${id}/undo`);
  await until(`/import_sessions/${id}`, 'undone');
}

async function runRule(turn: number): Promise<void> {
  const { id } = await call('POST', '/rules', {
    resource_type: 'transaction',
    name: `Rule ${turn}`,
    conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'Purchase' }],
    actions: [{ action_type: 'set_transaction_name', value: `Named ${turn}` }],
  });
  const run = await call('POST', `/rules/${id}/runs`);
  await until(`/rule_runs/${run.id}`, 'success');
  await call('PATCH', `/rules/${id}`, { name: `Rule ${turn} again` });
  await call('DELETE', `/rules/${id}`);
}

async function sync(): Promise<void> {
  const { id } = await call('POST', `/provider_connections/${connection.id}/syncs`);
  await until(`/syncs/${id}`, 'completed');
  await delay(1000);
}

async function read(turn: number): Promise<void> {
  const [one] = await call('GET', `/transactions?per_page=50&page=${1 + (turn % 20)}`);
  await call('PATCH', `/transactions/${one.id}`, { notes: `Seen ${turn}` });
  for (const path of words('/accounts /rules /holdings /net_worth /record_changes /changes /syncs'))
    await call('GET', path);
  await call('POST', '/imports/preflight', {
    raw_file_content: `date,amount,name\n${`2026-01-31,-4.20,Coffee ${turn}\n`.repeat(ROWS)}`,
  });
  if (turn % 20 === 0) await call('GET', '/export');
}

/** Makes old what is half a minute old, as time would: the scheduler deletes 20,000 of a kind in a minute. */
async function age(): Promise<void> {
  while (!over.signal.aborted) {
    for (const [table, columns] of Object.entries(AGING)) {
      const [first = ''] = columns;
      const older = columns.map(
        (column) => sql`${sql(column)} = ${sql(column)} - interval '3000 days'`,
      );
      await sql`
        update ${sql(table)}
        set ${older.reduce((all, each) => sql`${all}, ${each}`)}
        where ${sql(first)} < now() - interval '30 seconds'
          and ${sql(first)} > now() - interval '1000 days'`;
    }
    await delay(AGE_MS);
  }
}

/** Each table and index of the service and its queue, with how many rows it is about. */
async function sizes(of: Sql) {
  const relations = await of<{ name: string; schema: string; table: string; bytes: string }[]>`
    select c.relname as name, n.nspname as schema, coalesce(t.relname, c.relname) as table,
      (case when c.relkind = 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end)::text as bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class t on t.oid = i.indrelid
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and c.relkind in ('r', 'i')`;
  const rows = new Map<string, number>();
  for (const { schema, table, bytes } of relations) {
    if (rows.has(table) || Number(bytes) < 65_536) continue;
    const [row] = await of<{ count: number }[]>`
      select count(*)::integer as count
      from ${of(schema)}.${of(table)}`;
    rows.set(table, row?.count ?? 0);
  }
  return relations.map(({ name, table, bytes }) => ({
    name,
    table,
    bytes: Number(bytes),
    rows: rows.get(table) ?? 0,
  }));
}

/** Megabytes that each process has in memory, by its program; Postgres' processes together, shared memory counted once. */
function memory(): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, pid: number, field: string, file: string) => {
    try {
      const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
      const kB = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0);
      found.set(name, (found.get(name) ?? 0) + kB / 1024);
    } catch {
      // It has just ended.
    }
  };
  for (const { pid, line } of processesOf(copy)) {
    const program = /dist\/((?:api|workers|sandbox-provider)\/\S+)\.js/.exec(line)?.[1];
    if (program !== undefined) add(program, pid, 'VmRSS', 'status');
    else if (/\/postgres /.test(line)) {
      add('postgres', pid, 'Pss', 'smaps_rollup');
      for (const child of childrenOf(pid)) add('postgres', child, 'Pss', 'smaps_rollup');
    }
  }
  return found;
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

const account = await call('POST', '/accounts', { name: 'Soak', currency: 'EUR' });
const [connection] = await call('GET', '/provider_connections');
const work = [
  repeat('imports of files, undone', importFile),
  repeat('import sessions, undone', importSession),
  repeat('rules made, run and deleted', runRule),
  repeat('syncs', sync),
  repeat('reads, edits and preflights', read),
  age(),
];
const third = (MINUTES * 60_000) / 3;
const samples: Map<string, number>[][] = [];
const stored: Awaited<ReturnType<typeof sizes>>[] = [];
for (let part = 0; part < 3; part += 1) {
  const until = performance.now() + third;
  const taken: Map<string, number>[] = [];
  while (performance.now() < until && !over.signal.aborted) {
    taken.push(memory());
    await delay(SAMPLE_MS);
  }
  samples.push(taken);
  stored.push(await sizes(sql));
}
over.abort();
await Promise.all(work);

const MB = 1024 * 1024;
console.log(
  `\n${MINUTES} minutes: ${Object.entries(done)
    .map((each) => each.reverse().join(' '))
    .join(', ')}\n`,
);
console.log('| Process | MB, first third | second | last | |\n|---|---:|---:|---:|---|');
for (const name of samples[2]?.[0]?.keys() ?? []) {
  const [first = 0, second = 0, last = 0] = samples.map((part) =>
    median(part.map((sample) => sample.get(name) ?? 0)),
  );
  const grows = last > 1.1 * second + 16;
  if (grows) faults.push(`${name} grows`);
  const figures = [first, second, last].map((each) => each.toFixed(0)).join(' | ');
  console.log(`| ${name} | ${figures} | ${grows ? 'grows' : ''} |`);
}
console.log(
  '\n| Table or index | MB, first third | second | last | rows | |\n|---|---:|---:|---:|---:|---|',
);
for (const last of stored[2]?.toSorted((a, b) => b.bytes - a.bytes) ?? []) {
  const [first, second] = stored.map((each) => each.find(({ name }) => name === last.name));
  if (first === undefined || second === undefined || last.bytes < MB / 2) continue;
  // Vacuum gives the free end of a table back now and then: only what was never so large still grows.
  const isLarger = last.bytes > 1.1 * Math.max(first.bytes, second.bytes) + MB;
  const byRows =
    KEPT.has(last.table) && last.bytes / last.rows <= (1.05 * second.bytes) / second.rows;
  const growth = isLarger ? (byRows ? 'with its rows' : 'grows') : '';
  if (growth === 'grows') faults.push(`${last.name} grows`);
  const figures = [first, second, last].map(({ bytes }) => (bytes / MB).toFixed(1)).join(' | ');
  console.log(`| ${last.name} | ${figures} | ${second.rows} → ${last.rows} | ${growth} |`);
}
for (const fault of faults) console.log(`\n${fault}`);
if (faults.length > 0)
  console.log(`\n${readFileSync(join(copy, '.data', 'start.log'), 'utf8').slice(-5000)}`);
await sql.end({ timeout: 5 });
process.kill(-(started.child.pid ?? 0), 'SIGINT');
while (processesOf(copy).length > 0) await delay(200);
process.exit(faults.length === 0 ? 0 : 1);
