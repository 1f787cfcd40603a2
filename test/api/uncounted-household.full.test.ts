import { expect } from 'chai';
import type { Sql } from '../../shared/postgres/connect.ts';
import { withImports, csvOf } from '../helpers/csv-imports.ts';
import { publish, readSession, record, storeSession } from '../helpers/import-sessions.ts';
import { rowsReadIn } from '../helpers/rows-read.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  newNamed,
  newRule,
  newTransaction,
} from '../helpers/rule-fixtures.ts';
import { runImport } from '../helpers/run-import-job.ts';
import * as sample from '../helpers/sample-records.ts';
import { withScriptedProvider } from '../helpers/scripted-provider.ts';
import { createSyncHarness, insertTestConnection } from '../helpers/sync-harness.ts';
import { LISTED, rowsPage, shopRow } from '../helpers/sync-play.ts';
import { workerContext } from '../helpers/worker-context.ts';
import { PROVEN } from '../packages/preflight/statements/made-statements.ts';

/** Rows of the household that have nothing to do with what is done, four to a page: few are not worth reading all. */
const NEIGHBOURS = 6000;
const ROWS = 20;
const TABLES = ['transactions', 'transaction_tags', 'import_rows'];

const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);

/** Postgres gets no figures of any table by itself. */
async function countNothing(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  for (const { name } of tables) await sql`alter table ${sql(name)} set (autovacuum_enabled = off)`;
}

/** An account of neighbours, all of them tagged. */
async function addNeighbours(sql: Sql, householdId: string): Promise<string> {
  const id = await newAccount(sql, householdId, { name: 'Neighbours' });
  await sql`
    insert into transactions (household_id, account_id, date, amount, currency, name, notes, source, external_id)
    select ${householdId}, ${id}, date '2010-01-01' + n, -n, 'EUR', 'Neighbour ' || n, repeat('Note', 450), 'provider',
      'neighbour ' || n
    from generate_series(1, ${NEIGHBOURS}::integer) n`;
  await sql`
    with tag as (
      insert into tags (household_id, name) values (${householdId}, 'Neighbours') returning id
    )
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, t.id, tag.id
    from tag
    join transactions t on t.account_id = ${id}`;
  return id;
}

describe('work on a household that Postgres has no figures of yet', () => {
  const { database, api, imports } = withImports();
  const provider = withScriptedProvider();

  before(async () => {
    const { sql } = database;
    await countNothing(sql);
    await addNeighbours(sql, await newHousehold(sql));
    await sql`analyze`;
    await addNeighbours(sql, api.tenant.householdId);
  });

  /** Does something that may read as many rows as all neighbours, so many times; what it answers. */
  async function reading<T>(times: number, work: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    const read = await rowsReadIn(database, TABLES, async () => (result = await work()));
    expect(read).to.be.below(times * NEIGHBOURS);
    return result as T;
  }
  /** In any order a list of an import's transactions reads these, and little else. */
  const listsImport = async (id: string): Promise<void> => {
    for (const order of ['-date', 'amount', '-updated_at']) {
      const listed = await reading(1 / 5, () =>
        request('GET', `/transactions?import_id=${id}&sort=${order}&per_page=${ROWS}`),
      );
      expect(listed).to.have.length(ROWS);
    }
  };
  const countTransfers = async (): Promise<number> =>
    (await database.sql`select from transfers where household_id = ${api.tenant.householdId}`)
      .length;
  const request = async (method: string, path: string, body?: object) => {
    const answer = await api.request(method, `/api/v1${path}`, { body });
    expect(answer.status, answer.text).to.be.below(300);
    return answer.body?.data;
  };

  it('looks up by their keys what a file holds, what rules make of it, and what undoing it takes back', async () => {
    const { householdId } = api.tenant;
    const from = await newAccount(database.sql, householdId, { name: 'From' });
    const to = await newAccount(database.sql, householdId, { name: 'To' });
    const paid = (n: number, amount: number, account: string, notes: string) => [
      dayOf(n),
      String(amount),
      `Row ${n}`,
      account,
      notes,
      'Tag',
    ];
    const fileOf = (notes: string) => ({
      raw_file_content: csvOf('date,amount,name,account,notes,tags', [
        ...numbers.map((n) => paid(n, -n, 'From', notes)),
        ...numbers.slice(5).map((n) => paid(n, n, 'To', notes)),
      ]),
      tags_col_label: 'tags',
    });
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_account', '=', from)],
      actions: [action('set_as_transfer_or_payment', to)],
    });
    const first = await reading(1, () => imports.create(fileOf('')));
    await reading(1, () => imports.publish(first.id));
    await reading(1, () => imports.applyRules());
    expect(await countTransfers()).to.equal(ROWS);
    const second = await reading(1, () => imports.create(fileOf('A note')));
    expect(second.verdicts).to.include({ update: 2 * ROWS - 5 });
    await reading(1, () => imports.publish(second.id));
    await reading(1, () => imports.applyRules());
    await listsImport(first.id);
    await reading(15, () => imports.undo(second.id));
    await reading(15, () => imports.undo(first.id));
    await reading(1, () => imports.applyRules());
    expect(await countTransfers()).to.equal(0);
  });

  it('looks up by their keys what a session holds, and its transfers', async () => {
    const { householdId } = api.tenant;
    const lines = [
      sample.account,
      record('Account', { id: 'o', name: 'O', accountable_type: 'Depository', currency: 'EUR' }),
      ...numbers.flatMap((n) => [
        sample.transaction({ id: `out${n}`, amount: String(n) }),
        sample.transaction({ id: `in${n}`, amount: String(-n), account_id: 'o' }),
        record('Transfer', {
          id: `t${n}`,
          inflow_transaction_id: `in${n}`,
          outflow_transaction_id: `out${n}`,
          status: 'confirmed',
        }),
      ]),
    ];
    // The second chunk finds all of the first.
    const stored = await storeSession(database, [lines, lines], householdId);
    const run = await publish(database.sql, stored);
    await reading(1, () => runImport(workerContext(database), run));
    await reading(1, () => imports.applyRules());
    const { summary } = await readSession(database.sql, run);
    expect(summary['transactions']).to.include({ created: 2 * ROWS, updated: 2 * ROWS });
    expect(await countTransfers()).to.equal(ROWS);
    const undone = await reading(15, () => imports.undoSession(stored.sessionId));
    expect(undone.undo.removed).to.include({ transactions: 2 * ROWS });
  });

  it('looks up by their keys what a bank lists, changes and lists under new ids, and what a file brought before', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const harness = createSyncHarness(database, provider.url);
    harness.clock.set('2026-02-01T06:00:00Z');
    const { connectionId } = await insertTestConnection(harness.context, 'key', householdId);
    const sync = async (rows: object[], calls = 1) => {
      provider.script([LISTED], [rowsPage(rows)]);
      const { status } = await reading(calls, () => harness.sync({ householdId, connectionId }));
      expect(status).to.equal('completed');
      harness.clock.advance(24 * 3600 * 1000);
    };
    await sync([]);
    const [account] = await sql<{ id: string; name: string }[]>`
      select id, name from accounts where name = ${LISTED.name}`;
    const { id } = await imports.create({
      raw_file_content: csvOf(
        'date,amount,name,account',
        numbers.map((n) => [dayOf(n), String(-n), `Shop ${-n}`, account!.name]),
      ),
    });
    await imports.publish(id);
    const rows = (prefix: string, over: object = {}) =>
      numbers.map((n) => shopRow(`${prefix} ${n}`, -n, { date: dayOf(n), ...over }));
    await sync(rows('first'));
    await sync(rows('first', { description: 'Changed' }));
    await sync(rows('second', { description: 'Changed' }));
    await sync([...rows('second'), ...rows('pending', { date: dayOf(31), isPending: true })]);
    await sync([...rows('second'), ...rows('posted', { date: dayOf(31) })]);
    await reading(1, () => imports.applyRules());
    expect(
      await request('GET', `/transactions?account_id=${account!.id}&per_page=100`),
    ).to.have.length(2 * ROWS);
  });

  it('looks up by their keys what a person lists, merges, removes', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const [kept, gone] = [await newAccount(sql, householdId), await newAccount(sql, householdId)];
    const category = await newNamed(sql, 'categories', householdId);
    const tag = await newNamed(sql, 'tags', householdId);
    const insert = async (account: string, sign: 1 | -1, more: object = {}) => {
      const rows = numbers.map((n) => ({
        ...{ account_id: account, category_id: category, name: `Row ${n}`, date: dayOf(n) },
        ...{ amount: String(sign * n), source: 'provider', external_id: `bank ${n}` },
        kind: 'funds_movement',
        ...more,
      }));
      const ids: string[] = [];
      for (const row of rows) ids.push(await newTransaction(sql, householdId, row));
      await sql`
        insert into transaction_tags (household_id, transaction_id, tag_id)
        select ${householdId}, id, ${tag} from unnest(${ids}::uuid[]) id`;
      return ids;
    };
    const ids = await insert(kept, -1);
    const waiting = await insert(kept, -1, { pending: true, external_id: null });
    await insert(gone, -1);
    const opposite = await newAccount(sql, householdId);
    const others = await insert(opposite, 1);
    await sql`
      insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
      select ${householdId}, i, o, 'confirmed'
      from unnest(${others}::uuid[], ${ids}::uuid[]) as pair (i, o)`;
    await sql`
      insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
      select ${householdId}, id, array[candidate]
      from unnest(${ids}::uuid[], ${waiting}::uuid[]) as pair (id, candidate)`;
    await reading(2, () => request('GET', `/transactions?per_page=${ROWS}`));
    await reading(3, () => request('GET', `/transactions?tag_id=${tag}`));
    const suggested = await reading(1, () =>
      request('GET', '/transaction_suggestions?per_page=100'),
    );
    expect(suggested).to.have.length(ROWS);
    await reading(10, () => request('POST', `/accounts/${gone}/merge`, { into: kept }));
    await reading(1, () => request('DELETE', `/tags/${tag}?clear=true`));
    await reading(1, () => request('DELETE', `/categories/${category}?clear=true`));
    await reading(1, () => request('DELETE', `/accounts/${kept}`));
    const left = await sql`
      select from transactions
      where account_id = ${opposite} and kind = 'standard' and category_id is null`;
    expect(left).to.have.length(ROWS);
  });

  it('lists the transactions of an import as quickly when there are figures', async () => {
    await newAccount(database.sql, api.tenant.householdId, { name: 'Last' });
    const { id } = await imports.create({
      raw_file_content: csvOf(
        'date,amount,name,account',
        numbers.map((n) => [dayOf(n), String(-n), `Last ${n}`, 'Last']),
      ),
    });
    await imports.publish(id);
    await database.sql`analyze`;
    await listsImport(id);
  });

  it('finds by its key what belongs to a transaction, where nearly all other households have one of it', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const pairs = ['transfers', 'rejected_transfers', 'transfer_suggestions'];
    /** Links each second transaction of an account with the next, in all tables. */
    const linkAll = async (account: string): Promise<void> => {
      for (const table of pairs)
        await sql`
          insert into ${sql(table)} (household_id, inflow_transaction_id, outflow_transaction_id)
          select household_id, id, next
          from (
            select household_id, id, lead(id) over line as next, row_number() over line as number
            from transactions
            where account_id in (select id from accounts where name = ${account})
            window line as (partition by household_id order by date, id)
          ) line
          where number % 2 = 1 and next is not null
          on conflict do nothing`;
      await sql`
        insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
        select household_id, inflow_transaction_id, array[outflow_transaction_id]
        from transfers
        on conflict do nothing`;
    };
    await sql`
      with household as (
        insert into households (name) select 'One pair' from generate_series(1, 300) returning id
      ), account as (
        insert into accounts (household_id, name, currency)
        select id, 'One pair', 'EUR' from household
        returning id, household_id
      )
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select household_id, id, '2026-01-01', amount, 'EUR', 'Line'
      from account, unnest(array[-1, 1]) amount`;
    await linkAll('One pair');
    for (const table of [...pairs, 'transaction_suggestions']) await sql`analyze ${sql(table)}`;
    await linkAll('Neighbours');
    const [{ id, count }] = await sql<[{ id: string; count: number }]>`
      select min(inflow_transaction_id::text) as id, count(*)::integer
      from transfers
      where household_id = ${householdId}`;
    expect(count).to.be.above(1000);
    const times = 7;
    for (const table of [...pairs, 'transaction_suggestions']) {
      const read = await rowsReadIn(database, [table], async () => {
        for (let time = 0; time < times; time += 1) {
          const found = await request('GET', `/transactions/${id}`);
          expect(found.transfer_id).to.be.a('string');
          await sql`
            delete from transactions
            where id in (
              select id from transactions where household_id = ${householdId} and name like 'Row %' limit 1
            )`;
        }
      });
      expect(read, table).to.be.below(times * 20);
    }
  });

  it('finds the opening balance of an account by its key, however many days have a value', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account = await newAccount(sql, householdId, { name: 'Valued' });
    await sql`
      insert into valuations (household_id, account_id, date, amount, currency)
      select ${householdId}, ${account}, date '2010-01-01' + n, n, 'EUR'
      from generate_series(1, ${NEIGHBOURS}::integer) n`;
    await sql`analyze valuations`;
    const read = await rowsReadIn(database, ['valuations'], () => request('GET', '/accounts'));
    expect(read).to.be.below(ROWS);
  });
});

describe('work on a database that Postgres has no figures of', () => {
  const { database, api, imports } = withImports();

  it('looks up by their keys the bookings of a statement that opens an account', async () => {
    await countNothing(database.sql);
    await addNeighbours(database.sql, api.tenant.householdId);
    const statement = {
      ...{ account: 'NL91ABNA0417164300', currency: 'EUR', opening: '1000', closing: '980' },
      bookings: numbers.map((n) => ({
        ...{ id: `R${n}`, date: dayOf(n), amount: '-1', name: `Shop ${n}`, notes: '' },
      })),
    };
    const { id } = await imports.create({ raw_file_content: PROVEN['camt']!(statement) });
    const read = await rowsReadIn(database, TABLES, () => imports.publish(id));
    expect(read).to.be.below(NEIGHBOURS);
    const { data } = await api.get('/api/v1/accounts');
    expect(data.map((one: any) => one.opening_balance)).to.have.members([null, '1000']);
  });
});
