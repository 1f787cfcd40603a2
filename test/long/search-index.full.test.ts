import { expect } from 'chai';
import fc from 'fast-check';
import { cases } from '../helpers/cases.ts';
import { forAllAsync } from '../helpers/for-all.ts';
import { indexSearches } from '../helpers/index-searches.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { listTransactions, type TransactionFilter } from '../../shared/ledger/transaction-list.ts';
import { rowsRead } from '../helpers/rows-read.ts';
import { newHousehold } from '../helpers/rule-fixtures.ts';
import { withDatabase, type TestDatabase } from '../helpers/with-database.ts';

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

/** The indexes of searches, by name. */
async function indexes({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name
    from pg_index
    where pg_get_indexdef(indexrelid) like '%gin_trgm_ops%'
    order by name`;
  return rows.map(({ name }) => name);
}

async function partitions({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name
    from pg_inherits
    where inhparent = 'transactions'::regclass
    order by inhrelid`;
  return rows.map(({ name }) => name);
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

  /** What a search means, column by column: no index helps here. Any sigma is the same letter. */
  const meant = async (search: string): Promise<string[]> => {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('ς', 'σ')}%`;
    const rows = await database.sql<{ id: string }[]>`
      select id
      from transactions
      where household_id = ${household.id}
        and (
          translate(name, 'ς', 'σ') ilike ${pattern}
          or translate(notes, 'ς', 'σ') ilike ${pattern}
          or translate(provider_merchant, 'ς', 'σ') ilike ${pattern}
          or translate(provider_description, 'ς', 'σ') ilike ${pattern}
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
    forAllAsync(
      { numRuns: cases(150), examples: [...TRICKY, 'Tricky\u001f'].map((text) => [text]) },
      part,
      async (search) => {
        expect(await found(search), search).deep.equals(await meant(search));
      },
    );

  /** Rows that a list reads, and entries that indexes of searches give it, those of another household's rows among them. */
  const read = async (filter: TransactionFilter): Promise<number> => {
    const tables = ['transactions', ...(await partitions(database))];
    const names = await indexes(database);
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
    await indexSearches(database.sql);
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
    const names = await indexes(database);
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
