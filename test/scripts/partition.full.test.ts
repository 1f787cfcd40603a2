import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runner } from 'node-pg-migrate';
import { partitionTransactions } from '../../scripts/partition/partition-transactions.ts';
import { readTable } from '../../scripts/partition/read-table.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { exportLines } from '../../shared/store/ledger/export.ts';
import { closeHousehold, deleteHousehold } from '../../shared/store/households/delete-household.ts';
import { csvImports, csvOf } from '../helpers/csv-imports.ts';
import { publish, readSession, storeSession, workerContext } from '../helpers/import-sessions.ts';
import { fillNastily } from '../helpers/nasty-household.ts';
import { programArguments, root } from '../helpers/program-arguments.ts';
import { action, newHousehold, newRule, runRules } from '../helpers/rule-fixtures.ts';
import { runImport } from '../helpers/run-import-job.ts';
import { skipWhenPartitioned } from '../helpers/skip-when-partitioned.ts';
import { startApi } from '../helpers/start-api.ts';
import { LISTED, rowsPage, shopRow } from '../helpers/sync-play.ts';
import { createSyncHarness } from '../helpers/sync-harness.ts';
import { startScriptedProvider } from '../helpers/scripted-provider.ts';
import { withDatabase } from '../helpers/with-database.ts';
import type { TestDatabase } from '../helpers/with-database.ts';

const run = promisify(execFile);

/** Columns and checks of the table, and all that the command carries over. */
async function describeTable({ sql }: TestDatabase) {
  const columns = await sql`
    select a.attname as name, format_type(atttypid, atttypmod) as type, attnotnull as needed,
      pg_get_expr(d.adbin, d.adrelid) as fallback, col_description(a.attrelid, a.attnum) as comment
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = 'transactions'::regclass and attnum > 0 and not attisdropped
    order by attnum`;
  const checks = await sql`
    select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = 'transactions'::regclass and contype = 'c'
    order by conname`;
  const { indexes, columns: written, statistics: _, ...parts } = await sql.begin(readTable);
  const statistics = await sql`
    select pg_get_statisticsobjdef_columns(s.oid) as columns,
      count(*)::float / (select greatest(1, count(*)) from pg_inherits where inhparent = 'transactions'::regclass) as of_each
    from pg_statistic_ext s
    where stxrelid::regclass::text ~ '^transactions(_p\\d+)?$'
    group by columns`;
  const definitions = indexes.map(({ name, definition, comment }) => [
    name,
    `${definition.replace(' ON ONLY ', ' ON ')} ${comment ?? ''}`,
  ]);
  return {
    columns: [...columns],
    checks: [...checks],
    statistics: [...statistics],
    written,
    ...parts,
    indexes: Object.fromEntries(definitions) as Record<string, string>,
  };
}

type Description = Awaited<ReturnType<typeof describeTable>>;

/** What a table has that is divided: unique keys begin with the household, and the primary key says what one of them said. */
function whenDivided({ indexes, ...plain }: Description): Description {
  const { transactions_tenant: _, ...kept } = indexes;
  const widened = ['pkey', 'external_id', 'mirror_of_once'].map((name) => {
    const index = `transactions_${name}`;
    const definition = kept[index] ?? '';
    const isKey = !definition.startsWith('CREATE');
    return [
      index,
      definition.replace(isKey ? '(' : 'btree (', (open) => `${open}household_id, `),
    ] as const;
  });
  return { ...plain, indexes: { ...kept, ...Object.fromEntries(widened) } };
}

/** A digest of every row that names its household, by table. */
async function digestRows({ sql }: TestDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'household_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`;
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${sql(name)} t`;
    digests[name] = row?.digest ?? '';
  }
  return digests;
}

describe('npm run partition', function () {
  const database = withDatabase();
  const api = startApi(database);
  const csv = csvImports(database, api);
  const command = (...args: string[]) =>
    run(process.execPath, [...programArguments('scripts/partition.ts'), ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: database.url },
    });
  let plain: Description;
  let filled: { id: string; lines: string[] }[];

  const exported = async (householdId: string): Promise<string[]> => {
    const lines: string[] = [];
    const { signal } = new AbortController();
    for await (const line of exportLines(database.sql, householdId, signal))
      lines.push(line.trim());
    return lines;
  };

  before(async function () {
    await skipWhenPartitioned(this, database);
    filled = [];
    for (const seed of [1, 2, 3, 4, 5]) {
      const id = await newHousehold(database.sql);
      await fillNastily(database.sql, id, seed);
      filled.push({ id, lines: await exported(id) });
    }
    await database.sql.unsafe(`
      alter table transactions set (fillfactor = 90, toast.autovacuum_enabled = true);
      alter table transactions alter column name set statistics 200;
      alter index transactions_household_date set (fillfactor = 80);
      comment on table transactions is 'It''s theirs';
      comment on index transactions_household_date is 'Lists';
      grant select, update (name) on transactions to pg_monitor with grant option`);
    plain = await describeTable(database);
  });
  it('shows its statements, and refuses what would be lost, changing nothing', async () => {
    const { stdout } = await command('--dry-run', '--partitions', '3');
    expect(stdout).includes('(modulus 3, remainder 2) with (fillfactor=90');
    await database.sql`create view later as select id from transactions`;
    const refused = await command().catch((error: unknown) => error as any);
    expect([refused.code, refused.stderr]).deep.equals([
      2,
      'transactions has what would be lost, nothing was changed: rule _RETURN on view later.\n',
    ]);
    await database.sql`drop view later`;
    expect(await describeTable(database)).deep.equals(plain);
  });

  it('gives up while somebody uses the table for long, and says who', async () => {
    await database.sql.begin(async (tx) => {
      await tx`select from transactions`;
      const refused = await command('--wait', '1').catch((error: unknown) => error as any);
      expect(refused.code).equals(1);
      expect(refused.stderr).matches(/nothing was changed: process \d+ of test, in a transaction/);
    });
  });

  it('divides the table with all its rows, keys, triggers, rights and settings, once', async () => {
    const before = await digestRows(database);
    const { stdout } = await command('--partitions', '3');
    expect(stdout).includes('made 3 partitions').and.includes('vacuumed and analyzed');
    expect(await digestRows(database)).deep.equals(before);
    expect(await describeTable(database)).deep.equals({ ...whenDivided(plain), options: '' });
    const parts = await database.sql<{ options: string }[]>`
      select array_to_string(reloptions, ', ') as options
      from pg_class
      where relname like 'transactions_p_'`;
    expect(parts.map(({ options }) => options)).deep.equals(Array(3).fill('fillfactor=90'));
    const again = await command().catch((error: unknown) => error as any);
    expect([again.code, again.stderr]).deep.equals([
      2,
      'transactions has 3 partitions already; nothing was changed.\n',
    ]);
  });

  it('exports as before, and imports what it exported, twice', async () => {
    for (const { id, lines } of filled) expect(await exported(id)).deep.equals(lines);
    const lines = filled[0]?.lines ?? [];
    const stored = await publish(database.sql, await storeSession(database, [lines, lines]));
    await runImport(workerContext(database), stored);
    const session = await readSession(database.sql, stored);
    expect(session.status).equals('complete');
    const { created = 0, updated } = session.summary.transactions ?? {};
    expect([created > 0, updated]).deep.equals([true, created]);
    expect(await exported(stored.householdId)).to.have.length(lines.length);
  });

  it('imports a CSV, undoes it, runs rules and lists', async () => {
    const { householdId } = api.tenant;
    const account = await csv.addAccount({ name: 'Everyday' });
    const rows = Array.from({ length: 30 }, (_, i) => [
      `2025-06-${10 + (i % 20)}`,
      `-${i + 1}`,
      'Shop',
    ]);
    const made = await csv.create({
      type: 'TransactionImport',
      account_id: account,
      raw_file_content: csvOf('date,amount,name', rows),
    });
    const { status } = await csv.publish(made.id);
    expect(status).equals('complete');
    const ruleId = await newRule(database.sql, householdId, {
      actions: [action('set_transaction_name', 'Renamed')],
    });
    const ruleRun = await runRules(database, householdId, { ruleId });
    expect(ruleRun.modified).equals(30);
    const list = `/api/v1/transactions?per_page=50&account_id=${account}`;
    expect((await api.request('GET', list)).body.data).to.have.length(30);
    expect((await csv.undo(made.id)).status).equals('undone');
    expect((await api.request('GET', list)).body.data).deep.equals([]);
  });

  it('syncs, and syncs again', async () => {
    const provider = await startScriptedProvider();
    try {
      const harness = createSyncHarness(database, provider.url);
      harness.clock.set('2025-06-10T06:00:00Z');
      const owner = await harness.connect();
      const amounts = async () => {
        const found = await database.sql<{ amount: string }[]>`
          select amount from transactions where household_id = ${owner.householdId} order by amount`;
        return found.map(({ amount }) => amount);
      };
      for (const [second, expected] of [
        [-20, ['-20', '-10']],
        [-25, ['-25', '-10']],
      ] as const) {
        provider.script([LISTED], [rowsPage([shopRow(1, -10), shopRow(2, second)])]);
        expect((await harness.sync(owner)).status).equals('completed');
        expect(await amounts()).deep.equals(expected);
        harness.clock.advance(24 * 3600 * 1000);
      }
    } finally {
      await provider.close();
    }
  });

  it('deletes a household, and no row of those in the same partition', async () => {
    const [gone, ...others] = filled;
    const { sql } = database;
    await sql.begin((tx) => closeHousehold(tx, gone?.id ?? ''));
    await deleteHousehold(sql, gone?.id ?? '');
    expect(await sql`select from transactions where household_id = ${gone?.id ?? ''}`).lengthOf(0);
    for (const { id, lines } of others) expect(await exported(id)).deep.equals(lines);
  });
});

describe('migrations after npm run partition', () => {
  const database = withDatabase();
  const fresh = withDatabase();
  const dir = path.join(root, 'shared/db/migrations');
  /** The last one before tables could be divided. */
  const LAST_BEFORE = '0370';

  before(async function () {
    await skipWhenPartitioned(this, database);
  });

  it('leave a divided table with what they leave an undivided one with', async () => {
    const { sql, url } = database;
    await sql.unsafe('drop schema public cascade; create schema public');
    const count = readdirSync(dir).filter((name) => name.slice(0, 4) <= LAST_BEFORE).length;
    const migrationsTable = 'schema_migrations';
    await runner({
      databaseUrl: url,
      dir,
      migrationsTable,
      direction: 'up',
      count,
      log: () => undefined,
    });
    await partitionTransactions(sql, { partitions: 2, lockMs: 10_000 });
    await migrate(url);
    expect(await describeTable(database)).deep.equals(whenDivided(await describeTable(fresh)));
  });
});
