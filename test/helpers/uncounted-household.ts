import type { AnySql, Sql, Tx } from '../../shared/postgres/connect.ts';
import { rowsRead } from './rows-read.ts';

/** Rows of a household that have nothing to do with what is looked for, four to a page: few are not worth reading all. */
export const NEIGHBOURS = 5000;

export interface UncountedHousehold {
  householdId: string;
  /** Holds the neighbours; the other two are empty. */
  neighboursId: string;
  accountId: string;
  otherId: string;
}

/** Accounts and neighbours in a household of their own. */
async function insertHouseholdOfNeighbours(sql: AnySql): Promise<UncountedHousehold> {
  const [{ id: householdId }] = await sql<[{ id: string }]>`
    insert into households (name) values ('Household') returning id`;
  const accounts = await sql<{ id: string }[]>`
    insert into accounts (household_id, name, currency)
    select ${householdId}, 'Account ' || n, 'EUR'
    from generate_series(1, 3) n
    returning id`;
  const [neighboursId = '', accountId = '', otherId = ''] = accounts.map(({ id }) => id);
  await sql`
    insert into transactions (household_id, account_id, date, amount, currency, name, notes, source, external_id)
    select ${householdId}, ${neighboursId}, date '2010-01-01' + n, -n, 'EUR', 'Neighbour ' || n, repeat('Note', 450), 'provider',
      'neighbour ' || n
    from generate_series(1, ${NEIGHBOURS}::integer) n`;
  await sql`
    with tag as (
      insert into tags (household_id, name) values (${householdId}, 'Neighbours') returning id
    )
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, t.id, tag.id
    from tag
    join transactions t on t.account_id = ${neighboursId}`;
  return { householdId, neighboursId, accountId, otherId };
}

/** Fills the database with a household of which Postgres has statistics. */
export async function insertCounted(sql: Sql): Promise<void> {
  await insertHouseholdOfNeighbours(sql);
  await sql`analyze`;
}

/** So many transactions of an account: their ids in the order of their days. Further columns are SQL over the number `n`. */
export async function insertNumbered(
  tx: Tx,
  householdId: string,
  accountId: string,
  count: number,
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const columns = {
    source: `'manual'`,
    date: `date '2026-01-01' + n`,
    amount: '-n',
    name: `'Row ' || n`,
    ...more,
  };
  const rows = await tx.unsafe<{ id: string; date: string }[]>(
    `insert into transactions (household_id, account_id, currency, ${Object.keys(columns).join(', ')})
    select $1, $2, 'EUR', ${Object.values(columns).join(', ')}
    from generate_series(1, $3::integer) n
    returning id, date`,
    [householdId, accountId, count],
  );
  return [...rows].sort((a, b) => a.date.localeCompare(b.date)).map(({ id }) => id);
}

/**
 * How many rows of the tables are read in what is counted of some work in a household of which Postgres has no statistics.
 * It is never committed, so that no autovacuum makes them.
 */
export async function readsOf(
  sql: Sql,
  tables: readonly string[],
  work: (
    tx: Tx,
    household: UncountedHousehold,
    counted: <T>(part: () => Promise<T>) => Promise<T>,
  ) => Promise<void>,
): Promise<number> {
  const rolledBack = new Error('rolled back');
  let read = 0;
  const done = sql.begin(async (tx) => {
    const household = await insertHouseholdOfNeighbours(tx);
    await work(tx, household, async (part) => {
      const before = await rowsRead(tx, ...tables);
      const result = await part();
      read += (await rowsRead(tx, ...tables)) - before;
      return result;
    });
    throw rolledBack;
  });
  await done.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return read;
}
