/**
 * `npm run bench -- imports`: the CSV of a bank through POST /imports with `publish`, a real `web` and a real worker, until
 * it is complete, and its undo, as ratios to a bare batched insert of the same rows in the same run. Other households fill
 * the tables. Prints the table of docs/PERFORMANCE.md.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import { withMigratedDatabase } from '../scripts/test/database.ts';
import { startProcess, startWeb } from '../test/helpers/processes.ts';
import type { WebProcess } from '../test/helpers/processes.ts';
import { BANK_FILE_ROWS, makeBankFile } from './bank-file.ts';
import { medianCost, startCost } from './processor-time.ts';
import type { Cost } from './processor-time.ts';
import { insertHouseholdWithKey } from './rules-data.ts';

const {
  settings: { ROWS, ROUNDS, OTHER_ROWS },
} = readCommandLine(
  `Usage: npm run bench -- imports

The CSV of a bank through POST /imports and its undo, against a bare batched insert of the same rows.`,
  { settings: { ROWS: BANK_FILE_ROWS, ROUNDS: 3, OTHER_ROWS: 300_000 } },
);
const OTHER_HOUSEHOLDS = 200;
const BATCH = 1000;
const POLL_MS = 25;

/** Rows of other households, so that indexes are deep and plans are those of a service in use. */
async function fillOthers(sql: Sql): Promise<void> {
  await sql`
    with made as (
      insert into households (name)
      select 'Other ' || n
      from generate_series(1, ${OTHER_HOUSEHOLDS}::integer) n
      returning id
    ),
    owned as (
      insert into accounts (household_id, name, currency)
      select id, 'Main', 'EUR'
      from made
      returning household_id, id
    )
    insert into transactions (household_id, account_id, date, amount, currency, name, source)
    select household_id, id, date '2022-01-01' + n % 1000, (n % 997) / 100.0, 'EUR', 'Purchase ' || n, 'manual'
    from owned
    cross join generate_series(1, ${Math.round(OTHER_ROWS / OTHER_HOUSEHOLDS)}::integer) n`;
  await sql`analyze`;
}

/** A household with an account and a key. */
async function makeHousehold(sql: Sql) {
  const { householdId, key } = await insertHouseholdWithKey(sql);
  const [account] = await sql<{ id: string }[]>`
    insert into accounts (household_id, name, currency)
    values (${householdId}, 'Main account', 'EUR')
    returning id`;
  return { householdId, accountId: account?.id ?? '', key };
}

/** The floor: the rows that an import leaves, read and known before, inserted by a thousand. */
async function insertBare(sql: Sql, model: readonly Record<string, string>[]): Promise<Cost> {
  const { householdId, accountId } = await makeHousehold(sql);
  const [category] = await sql<{ id: string }[]>`
    insert into categories (household_id, name)
    values (${householdId}, 'Groceries and more')
    returning id`;
  const categoryId = category?.id ?? '';
  const importId = randomUUID();
  const rows = model.map((row) => ({
    ...row,
    id: randomUUID(),
    householdId,
    accountId,
    categoryId,
    importId,
  }));
  const cost = startCost();
  for (let at = 0; at < rows.length; at += BATCH) {
    await sql`insert into transactions ${sql(rows.slice(at, at + BATCH))}`;
  }
  return cost();
}

/** The rows of the file as they end up in the ledger, without what is the household's own. */
function modelRows(file: Buffer): Record<string, string>[] {
  const lines = file.toString('utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [, date = '', quoted, plain = '', amount = '', currency = ''] =
      /^([^,]*),(?:"([^"]*)"|([^,]*)),([^,]*),([^,]*),/.exec(line) ?? [];
    const name = quoted ?? plain;
    return { date, amount, currency, name, importName: name, source: 'csv_import' };
  });
}

/** One import over HTTP and its undo. */
async function importFile(sql: Sql, web: WebProcess, file: Buffer) {
  const { accountId, key } = await makeHousehold(sql);
  const call = async (method: string, path: string, body?: FormData) => {
    const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/imports${path}`, {
      method,
      headers: { 'X-Api-Key': key },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: { id: string; status: string; error: unknown } }).data;
  };
  const until = async (id: string, status: string): Promise<void> => {
    for (;;) {
      const now = await call('GET', `/${id}`);
      if (now.status === status) return;
      if (now.status === 'failed' || now.error !== null) throw new Error(JSON.stringify(now));
      await delay(POLL_MS);
    }
  };
  const form = new FormData();
  form.set('account_id', accountId);
  form.set('publish', 'true');
  form.set('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'bank.csv');
  const imported = startCost();
  const { id } = await call('POST', '', form);
  const request = imported();
  await until(id, 'complete');
  const whole = imported();
  const undoing = startCost();
  await call('POST', `/${id}/undo`);
  await until(id, 'undone');
  return { request, whole, undo: undoing() };
}

async function measureTimes(sql: Sql, databaseUrl: string): Promise<void> {
  const file = makeBankFile('sound', ROWS);
  const model = modelRows(file);
  const env = { RATE_LIMIT_PER_HOUR: '1000000', PREFLIGHT_TIMEOUT_MS: '200000' };
  const web = await startWeb(databaseUrl, env);
  const worker = await startProcess(
    'workers/imports.ts',
    loadConfig({ DATABASE_URL: databaseUrl }),
    {
      LOG_LEVEL: 'info',
    },
  );
  const bare: Cost[] = [];
  const runs: Awaited<ReturnType<typeof importFile>>[] = [];
  try {
    await importFile(sql, web, makeBankFile('sound', 2000));
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await insertBare(sql, model));
      runs.push(await importFile(sql, web, file));
      bare.push(await insertBare(sql, model));
    }
  } finally {
    for (const { child } of [web, worker]) child.kill('SIGKILL');
  }
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ', 2).join(', ');
  console.log(
    `\n${ROWS} rows, ${(file.length / 1_048_576).toFixed(1)} MiB, ${cpus().length} cores, Node ${process.version}, ` +
      `median of ${ROUNDS}, load ${load}\n`,
  );
  console.log('| what | ms | ratio | processor ms | ratio |\n| --- | ---: | ---: | ---: | ---: |');
  const floor = medianCost(bare);
  for (const [what, list] of [
    ['bare insert, 1,000 rows a statement', bare],
    ['import, upload to complete', runs.map(({ whole }) => whole)],
    ['of it the request', runs.map(({ request }) => request)],
    ['undo', runs.map(({ undo }) => undo)],
  ] as const) {
    const { wall, processor } = medianCost(list);
    const ratios = [wall / floor.wall, processor / floor.processor].map((one) => one.toFixed(2));
    console.log(
      `| ${what} | ${Math.round(wall)} | ${ratios[0]} | ${Math.round(processor)} | ${ratios[1]} |`,
    );
  }
}

await withMigratedDatabase('bench', async (sql, databaseUrl) => {
  await fillOthers(sql);
  await measureTimes(sql, databaseUrl);
});
process.exit();
