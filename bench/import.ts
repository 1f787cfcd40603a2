/**
 * `npm run bench -- import`: 100,000 transactions through an import session, as a ratio to a bare batched
 * insert of the same rows in the same run. Prints the table of docs/PERFORMANCE.md.
 */
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { createLog } from '../shared/platform/log.ts';
import { systemClock } from '../shared/platform/clock.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { goOnCompiled } from './compiled.ts';
import { median } from './percentile.ts';
import { medianCost, startCost } from './processor-time.ts';
import type { Cost } from './processor-time.ts';
import { publish, readSession, record, storeSession } from '../test/helpers/import-sessions.ts';
import type { StoredSession } from '../test/helpers/run-import-job.ts';
import { runImport } from '../test/helpers/run-import-job.ts';

const {
  settings: { ROWS },
} = readCommandLine(
  `Usage: npm run bench -- import

Transactions through an import session, against a bare batched insert of the same rows.`,
  { settings: { ROWS: 100_000 } },
);
await goOnCompiled(import.meta.filename);
const ROUNDS = 5;
const CHUNK_BYTES = 8 * 1024 * 1024;
const BATCH = 1000;
const ACCOUNTS = 5;
const CATEGORIES = 20;
const MERCHANTS = 200;

const day = (n: number): string =>
  `${2010 + (n % 15)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
const cents = (n: number): string => `${n % 5 === 0 ? '-' : ''}${1 + (n % 997)}.${10 + (n % 90)}`;

function entities(): string[] {
  const list = (count: number, make: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => make(n));
  return [
    ...list(ACCOUNTS, (n) =>
      record('Account', { id: `a${n}`, name: `A${n}`, balance: 1, accountable_type: 'Depository' }),
    ),
    ...list(CATEGORIES, (n) => record('Category', { id: `c${n}`, name: `C${n}` })),
    ...list(MERCHANTS, (n) => record('Merchant', { id: `m${n}`, name: `M${n}` })),
  ];
}

/** The lines of a session, in chunks. */
function makeChunks(): string[][] {
  const chunks = [entities()];
  let bytes = 0;
  for (let n = 0; n < ROWS; n += 1) {
    const line = record('Transaction', {
      id: `x${n}`,
      account_id: `a${n % ACCOUNTS}`,
      date: day(n),
      amount: cents(n),
      currency: 'EUR',
      name: `Purchase ${n} at a shop`,
      category_id: `c${n % CATEGORIES}`,
      merchant_id: `m${n % MERCHANTS}`,
    });
    bytes += line.length + 1;
    if (bytes > CHUNK_BYTES) {
      chunks.push([]);
      bytes = line.length + 1;
    }
    chunks.at(-1)?.push(line);
  }
  return chunks;
}

/** The floor: the same rows, ids known, inserted by a thousand. */
async function insertBare(sql: Sql): Promise<Cost> {
  const { id: household_id } = await insertHousehold(sql, `Bare ${randomUUID()}`);
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n}`);
  const insert = async (table: string, count: number): Promise<string[]> => {
    const rows = await sql<{ id: string }[]>`
      insert into ${sql(table)} (household_id, name)
      select ${household_id}, name
      from unnest(${names(count)}::text[]) as n (name)
      returning id`;
    return rows.map((row) => row.id);
  };
  const accounts = await insert('accounts', ACCOUNTS);
  const categories = await insert('categories', CATEGORIES);
  const merchants = await insert('merchants', MERCHANTS);
  const session = randomUUID();
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    household_id,
    account_id: accounts[n % ACCOUNTS] ?? '',
    category_id: categories[n % CATEGORIES] ?? '',
    merchant_id: merchants[n % MERCHANTS] ?? '',
    date: day(n),
    amount: cents(n),
    currency: 'EUR',
    name: `Purchase ${n} at a shop`,
    source: `native_session:${session}`,
    external_id: `Transaction:x${n}`,
    import_session_id: session,
  }));
  const cost = startCost();
  for (let at = 0; at < ROWS; at += BATCH) {
    await sql`insert into transactions ${sql(rows.slice(at, at + BATCH))}`;
  }
  return cost();
}

/** What it takes until the session is complete; `afterwards` is what the job does when no one waits any more: statistics. */
async function importSession(
  sql: Sql,
  databaseUrl: string,
): Promise<Cost & { afterwards: number }> {
  const stored = await publish(sql, await storeSession({ sql }, makeChunks()));
  const log = createLog({ level: 'error', process: 'bench' });
  const config = loadConfig({ DATABASE_URL: databaseUrl });
  const cost = startCost();
  await runImport({ config, sql, log, clock: systemClock }, stored);
  const took = cost();
  await requireComplete(sql, stored);
  const [{ wall }] = await sql<[{ wall: number }]>`
    select (extract(epoch from finished_at - published_at) * 1000)::float8 as wall
    from import_sessions
    where household_id = ${stored.householdId}
      and id = ${stored.sessionId}`;
  return { processor: took.processor, wall, afterwards: took.wall - wall };
}

async function requireComplete(sql: Sql, stored: StoredSession): Promise<void> {
  const { status, error } = await readSession(sql, stored);
  if (status !== 'complete') throw new Error(`the session is ${status}: ${JSON.stringify(error)}`);
}

await withMigratedDatabase('bench', async (sql, databaseUrl) => {
  const bare: Cost[] = [];
  const session: Awaited<ReturnType<typeof importSession>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await insertBare(sql));
    session.push(await importSession(sql, databaseUrl));
  }
  const [floor, ours] = [medianCost(bare), medianCost(session)];
  console.log(
    `\n${ROWS} transactions, ${cpus().length} cores, Node ${process.version}, median of ${ROUNDS}\n`,
  );
  console.log('| what | ms | rows/s | ratio | processor, µs a row | ratio |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [what, took] of [
    ['bare insert, 1,000 rows a statement', floor],
    ['import session, publish to complete', ours],
  ] as const) {
    const rate = Math.round((ROWS / took.wall) * 1000);
    const micros = ((took.processor * 1000) / ROWS).toFixed(1);
    const [slower, dearer] = [took.wall / floor.wall, took.processor / floor.processor];
    console.log(
      `| ${what} | ${Math.round(took.wall)} | ${rate} | ${slower.toFixed(2)} | ${micros} | ${dearer.toFixed(2)} |`,
    );
  }
  const afterwards = Math.round(median(session.map((each) => each.afterwards)));
  console.log(`\nStatistics afterwards: ${afterwards} ms; processor time with them.`);
});
process.exit();
