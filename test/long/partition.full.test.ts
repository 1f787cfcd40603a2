import { expect } from 'chai';
import { dumpSchema } from '../../scripts/generate/dump-schema.ts';
import { divideTransactions } from '../../scripts/test/divide-transactions.ts';
import { deleteHouseholdNow } from '../../shared/households/delete-household.ts';
import { exportedLines, importChunks } from '../helpers/import-sessions.ts';
import { indexSearches } from '../helpers/index-searches.ts';
import { fillNastily } from '../helpers/nasty-household.ts';
import { newHousehold } from '../helpers/rule-fixtures.ts';
import { withDatabase, type TestDatabase } from '../helpers/with-database.ts';

/** Keys that begin with the household once the table is divided. */
const WIDENED = [
  'constraint transactions_pkey PRIMARY KEY (household_id, id)',
  'constraint transactions_external_id UNIQUE (household_id, account_id, source, external_id)',
  'create unique index transactions_mirror_of_once on transactions USING btree (household_id, mirror_of) WHERE ((mirror_of IS NOT NULL) AND (removed_at IS NULL));',
];
const GONE = [
  ...WIDENED.map((line) => line.replace('(household_id, ', '(')),
  // The new primary key says the same.
  'constraint transactions_tenant UNIQUE (household_id, id)',
];

/** The lines of the schema, sorted, without the partitions themselves and what their planner knows. */
async function describeSchema({ sql }: TestDatabase): Promise<string[]> {
  const dump = await dumpSchema(sql);
  return (
    dump
      .split(/\n(?=create table |CREATE |create type )/)
      .filter((part) => !/^create table transactions_p\d|^CREATE STATISTICS/.test(part))
      .flatMap((part) => part.split('\n'))
      .map((line) =>
        line
          .trim()
          .replace(/,$/, '')
          .replace(/ ON ONLY public\./i, ' on '),
      )
      // A foreign key to the table is one to each partition, too.
      .filter((line) => line !== '' && !/REFERENCES transactions_p\d/.test(line))
      .sort()
  );
}

/** What the schema of a divided table is, made of that of one which is not. */
const whenDivided = (plain: readonly string[]): string[] => {
  for (const line of GONE) expect(plain).to.include(line);
  return [...plain.filter((line) => !GONE.includes(line)), ...WIDENED].sort();
};

/** What each partition knows for its planner and who may use it, and what the table is called there. */
async function describeParts({ sql }: TestDatabase) {
  return sql<{ name: string; statistics: string[]; rights: string[]; options: string | null }[]>`
    select relname as name,
      array(select pg_get_statisticsobjdef_columns(oid) from pg_statistic_ext where stxrelid = c.oid) as statistics,
      array(
        select privilege_type || ' ' || grantee::regrole || ' ' || is_grantable
        from aclexplode(relacl)
        where grantee <> relowner
      ) as rights,
      array_to_string(reloptions, ', ') as options
    from pg_class c
    where relname ~ '^transactions(_p\\d+)?$'
    order by relname`;
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

describe('the recipe that divides transactions', function () {
  const database = withDatabase();
  let plain: string[];
  let filled: { id: string; lines: string[] }[];

  const exported = (householdId: string) => exportedLines(database.sql, householdId);

  before(async function () {
    // `npm run test:long -- partitioned` has divided it before any test.
    const divided = await database.sql`
      select from pg_class where oid = 'transactions'::regclass and relkind = 'p'`;
    if (divided.length > 0) this.skip();
    filled = [];
    for (const seed of [1, 2, 3, 4, 5]) {
      const id = await newHousehold(database.sql);
      await fillNastily(database.sql, id, seed);
      filled.push({ id, lines: await exported(id) });
    }
    await indexSearches(database.sql);
    await database.sql.unsafe(`
      alter table transactions set (fillfactor = 90);
      comment on table transactions is 'It''s theirs';
      comment on index transactions_household_date is 'Lists';
      grant select, update on transactions to pg_monitor with grant option`);
    plain = await describeSchema(database);
  });

  it('refuses what would be lost, changing nothing', async () => {
    for (const [make, take, said] of [
      ['create view later as select id from transactions', 'drop view later', 'view later depends'],
      [
        'alter table transactions enable row level security',
        'alter table transactions disable row level security',
        'what would be lost: row level security',
      ],
      [
        'grant update (name) on transactions to pg_monitor',
        'revoke update (name) on transactions from pg_monitor',
        'what would be lost: settings or rights of a single column',
      ],
    ] as const) {
      await database.sql.unsafe(make);
      const error: unknown = await divideTransactions(database.sql, 3).catch((e: unknown) => e);
      await database.sql.unsafe(take);
      const { detail = '', message } = error as { detail?: string; message: string };
      expect(`${message} ${detail}`).includes(said);
      expect(await describeSchema(database)).deep.equals(plain);
    }
  });

  it('divides the table with all its rows, keys, triggers, rights and settings, once', async () => {
    const before = await digestRows(database);
    const [whole] = await describeParts(database);
    await divideTransactions(database.sql, 3);
    await database.sql.unsafe('vacuum (analyze) transactions');
    expect(await digestRows(database)).deep.equals(before);
    expect(await describeSchema(database)).deep.equals(whenDivided(plain));
    const [table, ...parts] = await describeParts(database);
    expect(table).deep.equals({ ...whole, statistics: [], options: null });
    expect(parts).deep.equals([0, 1, 2].map((n) => ({ ...whole, name: `transactions_p${n}` })));
    expect(whole).to.deep.include({ options: 'fillfactor=90' });
    expect(whole?.statistics).lengthOf(1);
    expect(whole?.rights).lengthOf(2);
    const [index] = await database.sql`
      select obj_description('transactions_household_date'::regclass, 'pg_class') as comment`;
    expect(index).deep.equals({ comment: 'Lists' });
    expect(await database.sql`select from pg_index where not indisvalid`).lengthOf(0);
    const again: unknown = await divideTransactions(database.sql, 3).catch((e: unknown) => e);
    expect(String(again)).includes('has partitions already');
  });

  it('exports as before, and imports what it exported, twice', async () => {
    for (const { id, lines } of filled) expect(await exported(id)).deep.equals(lines);
    const lines = filled[0]?.lines ?? [];
    const { session, householdId } = await importChunks(database, [lines, lines]);
    expect(session.status).equals('complete');
    const { created = 0, updated } = session.summary.transactions ?? {};
    expect([created > 0, updated]).deep.equals([true, created]);
    expect(await exported(householdId)).to.have.length(lines.length);
  });

  it('deletes a household, and no row of those in the same partition', async () => {
    const [gone, ...others] = filled;
    const { sql } = database;
    await deleteHouseholdNow(sql, gone?.id ?? '');
    expect(await sql`select from transactions where household_id = ${gone?.id ?? ''}`).lengthOf(0);
    for (const { id, lines } of others) expect(await exported(id)).deep.equals(lines);
  });
});
