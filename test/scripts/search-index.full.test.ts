import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import { partitionTransactions } from '../../scripts/partition/partition-transactions.ts';
import { cases } from '../helpers/cases.ts';
import type { Tx } from '../../shared/db/connect.ts';
import { listTransactions } from '../../shared/store/ledger/transaction-list.ts';
import type { TransactionFilter } from '../../shared/store/ledger/transaction-list.ts';
import { eventually } from '../helpers/eventually.ts';
import { programArguments, root } from '../helpers/program-arguments.ts';
import { rowsRead } from '../helpers/rows-read.ts';
import { newHousehold } from '../helpers/rule-fixtures.ts';
import { withDatabase } from '../helpers/with-database.ts';
import type { TestDatabase } from '../helpers/with-database.ts';

const run = promisify(execFile);
/** Of each of two households. */
const ROWS = 8000;

/** Texts in which a search may go wrong: its own signs, words of one letter, and letters whose lower case is another kind. */
const TRICKY = [
  '100% off_now',
  String.raw`C:\new\%_\\`,
  'a  b',
  '-',
  'İSTANBUL Kafe',
  'istanbul kafe',
  'abc\u212adef',
  'ABCKDEF',
  'STRAßE Straße STRASSE',
  'ΟΔΟΣ Οδός',
  'Москва МОСКВА',
  '東京駅 ラーメン',
  'Ⅷ ⅷ ＦＵＬＬ ｗｉｄｔｈ',
  'Café Cafe\u0301',
  '🦓 zebra',
  'left\u001fright',
  'two\nlines',
];

const COLUMNS = ['name', 'notes', 'provider_merchant', 'provider_description'];
const LATEST = { page: 1, perPage: 500 } as const;

function searchIndex({ url }: TestDatabase, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: url };
  return run(process.execPath, [...programArguments('scripts/search-index.ts'), ...args], {
    cwd: root,
    env,
  });
}

const failed = (command: Promise<unknown>): Promise<any> =>
  command.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

/** The indexes of searches and whether they are valid, by name. */
async function indexes({ sql }: TestDatabase): Promise<Record<string, boolean>> {
  const rows = await sql<{ name: string; valid: boolean }[]>`
    select indexrelid::regclass::text as name, indisvalid as valid
    from pg_index
    where pg_get_indexdef(indexrelid) like '%gin_trgm_ops%'
    order by name`;
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

async function partitions({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name
    from pg_inherits
    where inhparent = 'transactions'::regclass
    order by inhrelid`;
  return rows.map(({ name }) => name);
}

/** Ends a run of `create` while it builds the index of `table`, as a crash would. */
async function endInTheMiddle(database: TestDatabase, table: string): Promise<void> {
  const { sql } = database;
  await sql.begin(async (tx) => {
    // The build waits for whoever writes to the table.
    await tx.unsafe(`lock table ${table} in row exclusive mode`);
    const ended = failed(searchIndex(database, 'create'));
    const index = `${table}_search`;
    await eventually(async () => {
      expect((await indexes(database))[index]).equals(false);
    });
    const second = await failed(searchIndex(database, 'create'));
    expect(second.stderr).equals('Another search-index is at work on this database.\n');
    await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and application_name = 'ledgerline-search-index'`;
    expect((await ended).code).equals(1);
  });
}

/** A household with rows of no interest and the tricky texts, each in all four columns; every fortieth row of another says zebra. */
async function fill({ sql }: TestDatabase): Promise<{ id: string; accountId: string }> {
  const [id, other] = [await newHousehold(sql), await newHousehold(sql)];
  const accounts = await sql<{ id: string; householdId: string }[]>`
    insert into accounts (household_id, name)
    select unnest(${[id, other]}::uuid[]), 'Account'
    returning id, household_id`;
  const accountId = accounts.find(({ householdId }) => householdId === id)?.id ?? '';
  await sql`
    insert into transactions (household_id, account_id, date, amount, currency, name, provider_description)
    select a.household_id, a.id, date '2025-01-01' + n % 300, n, 'EUR',
      case when a.household_id <> ${id} and n % 40 = 0 then 'Zebra ' || n else 'Shop ' || md5(n::text) end,
      'CARD ' || n
    from unnest(${accounts.map((account) => account.id)}::uuid[]) account_id
    join accounts a on a.id = account_id
    cross join generate_series(1, ${ROWS}::integer) n
    order by n`;
  for (const column of COLUMNS) {
    await sql`
      insert into transactions ${sql(
        TRICKY.map((text) => ({
          household_id: id,
          account_id: accountId,
          date: '2025-01-01',
          amount: '1',
          currency: 'EUR',
          name: 'Tricky',
          [column]: text,
        })),
      )}`;
  }
  return { id, accountId };
}

describe('search of transactions', () => {
  const database = withDatabase();
  let household: { id: string; accountId: string };

  const found = async (search: string): Promise<string[]> => {
    const { rows } = await listTransactions(
      database.sql,
      household.id,
      { search },
      '-date',
      LATEST,
    );
    return rows.map(({ id }) => id).sort();
  };

  /** What a search means, column by column: no index helps here. */
  const meant = async (search: string): Promise<string[]> => {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const rows = await database.sql<{ id: string }[]>`
      select id
      from transactions
      where household_id = ${household.id}
        and (
          name ilike ${pattern} or notes ilike ${pattern}
          or provider_merchant ilike ${pattern} or provider_description ilike ${pattern}
        )
      order by date desc, id
      limit ${LATEST.perPage}`;
    return rows.map(({ id }) => id).sort();
  };

  const part = fc
    .record({
      text: fc.constantFrom(...TRICKY),
      from: fc.nat(12),
      length: fc.integer({ min: 1, max: 9 }),
      letters: fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase(),
        (text: string) => text.toLowerCase(),
      ),
    })
    .map(({ text, from, length, letters }) =>
      letters(
        Array.from(text)
          .slice(from, from + length)
          .join(''),
      ),
    )
    .filter((text) => text !== '');

  const agrees = () =>
    fc.assert(
      fc.asyncProperty(part, async (search) => {
        expect(await found(search), search).deep.equals(await meant(search));
      }),
      { numRuns: cases(150), examples: [...TRICKY, 'Tricky\u001f'].map((text) => [text]) },
    );

  /** Rows that a list reads, and entries that indexes of searches give it, those of another household's rows among them. */
  const read = async (filter: TransactionFilter): Promise<number> => {
    const tables = ['transactions', ...(await partitions(database))];
    const names = Object.keys(await indexes(database));
    const count = async (tx: Tx) => {
      const [{ entries }] = await tx<[{ entries: number }]>`
        select coalesce(sum(pg_stat_get_xact_tuples_returned(to_regclass(name))), 0)::integer as entries
        from unnest(${names}::text[]) name`;
      return entries + (await rowsRead(tx, ...tables));
    };
    return database.sql.begin(async (tx) => {
      const before = await count(tx);
      await listTransactions(tx, household.id, filter, '-date', LATEST);
      return (await count(tx)) - before;
    });
  };

  before(async () => {
    household = await fill(database);
    await database.sql`analyze transactions`;
  });

  it('finds part of each column, whatever the letters', agrees);

  it('finds the same with the index, and by it', async () => {
    expect(await read({ search: 'zebra' })).to.be.above(ROWS);
    await searchIndex(database, 'create');
    await agrees();
    const { accountId } = household;
    for (const filter of [
      { search: 'zebra' },
      { search: 'zebra', accountId },
      { search: 'zebra', accountId, pending: false },
      { search: 'zebra', pending: true },
      { search: 'Straße' },
    ]) {
      expect(await read(filter), JSON.stringify(filter)).to.be.below(100);
    }
  });

  it('never reads all of the index for what has no trigram, not even by a plan for any search', async () => {
    const names = Object.keys(await indexes(database));
    // Of this connection alone, as autovacuum may read the whole index meanwhile; and a difference, as
    // the connection may not have reported yet what it read before.
    const pages = async (tx: Tx) => {
      const [of] = await tx<[{ all: number; read: number }]>`
        select sum(pg_relation_size(part) / 8192)::integer as all,
          sum(pg_stat_get_xact_blocks_fetched(part))::integer as read
        from unnest(${names}::text[]) name
        cross join to_regclass(name) part`;
      return of;
    };
    const fetched = await database.sql.begin(async (tx) => {
      await tx`set local plan_cache_mode = force_generic_plan`;
      const before = await pages(tx);
      for (const search of ['ze', '- -', 'Мос', '東京駅']) {
        await listTransactions(tx, household.id, { search }, '-date', LATEST);
      }
      const after = await pages(tx);
      return { read: after.read - before.read, all: after.all };
    });
    expect(fetched.read).to.be.below(fetched.all);
  });
});

describe('npm run search-index', () => {
  const database = withDatabase();

  it('goes on where a run was ended, makes the index once, and drops it', async () => {
    const parts = await partitions(database);
    const last = parts.at(-1) ?? 'transactions';
    await endInTheMiddle(database, last);
    const { stdout } = await searchIndex(database, 'create');
    expect(stdout).includes(`dropped what an earlier run left of ${last}_search`);
    const all = [...parts, 'transactions'].map((table) => [`${table}_search`, true]);
    expect(await indexes(database)).deep.equals(Object.fromEntries(all));
    const again = await searchIndex(database, 'create');
    expect(again.stdout).includes('there already').and.not.includes('built');
    await searchIndex(database, 'drop');
    expect(await indexes(database)).deep.equals({});
    await searchIndex(database, 'drop');
  });

  it('is carried over by npm run partition, and works on partitions', async () => {
    const { sql } = database;
    if ((await partitions(database)).length === 0) {
      await searchIndex(database, 'create');
      await partitionTransactions(sql, { partitions: 3, lockMs: 10_000 });
      expect(Object.values(await indexes(database))).deep.equals([true, true, true, true]);
      await searchIndex(database, 'drop');
    }
    const parts = await partitions(database);
    const [first = '', second = ''] = parts;
    await endInTheMiddle(database, second);
    const left = { [`${first}_search`]: true, [`${second}_search`]: false };
    expect(await indexes(database)).deep.equals(left);
    const { stdout } = await searchIndex(database, 'create');
    expect(stdout).includes(`built ${second}_search`).and.not.includes(`${first}_search`);
    expect(stdout).includes(`joined the indexes of ${parts.length} partitions`);
    expect((await indexes(database))['transactions_search']).equals(true);
    await searchIndex(database, 'drop');
    await endInTheMiddle(database, second);
    await searchIndex(database, 'drop');
    expect(await indexes(database)).deep.equals({});
  });

  it('says what is missing, and asks for a word that it knows', async () => {
    const { sql, url } = database;
    await sql.unsafe('drop extension pg_trgm; drop extension btree_gin');
    const role = `reader_${process.pid}`;
    await sql.unsafe(
      `create role ${role} login password 'x'; grant usage on schema public to ${role}; grant select on schema_migrations to ${role}`,
    );
    try {
      const other = new URL(process.env['DATABASE_SESSION_URL'] ?? url);
      Object.assign(other, { username: role, password: 'x' });
      const env = { DATABASE_URL: other.href, DATABASE_SESSION_URL: other.href };
      const command = [...programArguments('scripts/search-index.ts'), 'create'];
      const refused = await failed(
        run(process.execPath, command, { cwd: root, env: { ...process.env, ...env } }),
      );
      expect([refused.code, refused.stderr]).deep.equals([
        1,
        'This role may not create the extension btree_gin: grant it "create" on the database, or run "create extension btree_gin" there as one that may.\n',
      ]);
    } finally {
      await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
    }
    const unknown = await failed(searchIndex(database, 'make'));
    expect([unknown.code, unknown.stderr]).deep.equals([
      2,
      'Say create or drop; --help says what they do.\n',
    ]);
  });
});
