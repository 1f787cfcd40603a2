import { expect } from 'chai';
import fc from 'fast-check';
import { TRANSACTION_ORDER_NAMES } from '../../../shared/ledger/transaction-list.ts';
import { cases } from '../../helpers/cases.ts';
import { answered, withApi } from '../../helpers/start-api.ts';
import { forAllAsync, words } from '../../helpers/for-all.ts';

describe('GET /api/v1/transactions', () => {
  const { database, api } = withApi();
  const ids: Record<'account' | 'category' | 'merchant' | 'tag', string[]> = {
    account: [],
    category: [],
    merchant: [],
    tag: [],
  };
  let all: any[] = [];

  const list = async (query: Record<string, string>) =>
    await api.get(`/api/v1/transactions?${new URLSearchParams(query).toString()}`, { as: 'read' });

  before('fill', async () => {
    const { sql } = database;
    for (const householdId of [api.tenant.householdId, api.other.householdId]) {
      for (const table of ['account', 'category', 'merchant', 'tag'] as const) {
        const made = await sql<{ id: string }[]>`
          insert into ${sql(table === 'category' ? 'categories' : `${table}s`)} (household_id, name)
          select ${householdId}, ${table} || n from generate_series(1, 2) n returning id`;
        if (householdId === api.tenant.householdId) ids[table] = made.map(({ id }) => id);
      }
      await sql`
        insert into transactions (
          household_id, account_id, category_id, merchant_id, date, amount, currency, name, kind, pending, updated_at
        )
        select ${householdId},
          (array(select id from accounts where household_id = ${householdId}))[1 + n % 2],
          (array(select id from categories where household_id = ${householdId}))[n % 3],
          (array(select id from merchants where household_id = ${householdId}))[n % 4],
          '2026-03-01'::date + n % 5,
          (n * 37 % 11 - 5)::numeric / 2,
          'EUR',
          case when n % 6 = 0 then 'Coffee 100%_' || n else 'Rent' end,
          case when n % 7 = 0 then 'one_time' else 'standard' end,
          n % 5 = 0,
          '2026-03-01T00:00:00Z'::timestamptz + n % 4 * interval '1 hour'
        from generate_series(1, 60) n`;
      await sql`
        insert into transaction_tags (household_id, transaction_id, tag_id)
        select t.household_id, t.id, g.id
        from transactions t
        join tags g on g.household_id = t.household_id
        where t.household_id = ${householdId} and t.amount > 0 and g.name = 'tag1'`;
    }
    all = (await list({ per_page: '500' })).data;
    expect(all).to.have.length(60);
  });

  it('filters by every combination, in every order, by number and by cursor', async () => {
    const filters = fc.record(
      {
        account_id: fc.constantFrom(...[0, 1]),
        category_id: fc.constantFrom(0, 1, 'none'),
        merchant_id: fc.constantFrom(0, 1),
        tag_id: fc.constant(0),
        kind: fc.constantFrom('one_time', 'standard'),
        pending: fc.constantFrom('true', 'false'),
        search: fc.constantFrom('coffee', '%_', 'RENT'),
        min_amount: fc.constantFrom('-1', '0', '-2.50'),
        max_amount: fc.constantFrom('0', '2', '2.000'),
        start_date: fc.constantFrom('2026-03-02'),
        end_date: fc.constantFrom('2026-03-04'),
        updated_since: fc.constantFrom('2026-03-01T01:00:00Z', '2026-03-01T02:00:00.000Z'),
      },
      { requiredKeys: [] },
    );
    const sort = fc.constantFrom(undefined, ...TRANSACTION_ORDER_NAMES);
    await forAllAsync(cases(40), filters, sort, async (chosen, order) => {
      const query: Record<string, string> = {};
      for (const [name, value] of Object.entries(chosen)) {
        const records = ids[name.replace('_id', '') as keyof typeof ids] as string[] | undefined;
        query[name] = typeof value === 'number' ? (records?.[value] ?? '') : value;
      }
      if (order !== undefined) query['sort'] = order;
      const expected = all.filter((row) => matches(row, query));
      const { data, meta } = await list({ ...query, per_page: '500' });
      expect(data).to.have.deep.members(expected);
      expect(meta.total_count).to.equal(expected.length);
      expectSorted(data, order ?? '-date');
      const walked: unknown[] = [];
      let after: string | null = null;
      do {
        const page: any = await list({
          ...query,
          per_page: '17',
          ...(after === null ? {} : { after }),
        });
        walked.push(...page.data);
        after = page.meta.next_cursor;
      } while (after !== null);
      expect(walked).to.deep.equal(data);
    });
  });

  function matches(row: any, query: Record<string, string>): boolean {
    const is = (name: string, test: (value: string) => boolean) =>
      query[name] === undefined || test(query[name]);
    return (
      is('account_id', (id) => row.account_id === id) &&
      is('category_id', (id) => (row.category_id ?? 'none') === id) &&
      is('merchant_id', (id) => row.merchant_id === id) &&
      is('tag_id', (id) => row.tag_ids.includes(id)) &&
      is('kind', (kind) => row.kind === kind) &&
      is('pending', (pending) => String(row.pending) === pending) &&
      is('search', (text) => row.name.toLowerCase().includes(text.toLowerCase())) &&
      is('min_amount', (amount) => Number(row.amount) >= Number(amount)) &&
      is('max_amount', (amount) => Number(row.amount) <= Number(amount)) &&
      is('start_date', (day) => row.date >= day) &&
      is('end_date', (day) => row.date <= day) &&
      is('updated_since', (time) => new Date(row.updated_at) >= new Date(time))
    );
  }

  function expectSorted(rows: any[], order: string): void {
    const column = order.replace('-', '');
    const values = rows.map((row) => (column === 'amount' ? Number(row.amount) : row[column]));
    const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).to.deep.equal(order.startsWith('-') ? sorted.reverse() : sorted);
  }

  it('finds a Greek word in any letter case, however its sigma is written', async () => {
    const names = ['ΑΓΟΡΑΣ 123', 'Αγορας 123', 'αγορασ 123', 'ΑΓΟΡΑ 123'];
    const made = await database.sql<{ id: string }[]>`
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${api.tenant.householdId}, ${ids.account[0]!}, '2026-02-01', -1, 'EUR', name
      from unnest(${names}::text[]) name
      returning id`;
    const same = made.slice(0, 3).map(({ id }) => id);
    for (const search of ['ΑΓΟΡΑΣ', 'αγορας', 'αγορασ', 'ορας 123']) {
      const { data } = await list({ search });
      expect(
        data.map(({ id }: any) => id),
        search,
      ).to.have.members(same);
    }
    await database.sql`delete from transactions where id = any(${made.map(({ id }) => id)}::uuid[])`;
  });

  it('gives nothing for the records of another household', async () => {
    const [foreign] = await database.sql<[Record<string, string>]>`
      select a.id as account_id, c.id as category_id, m.id as merchant_id, g.id as tag_id
      from accounts a
      join categories c on c.household_id = a.household_id
      join merchants m on m.household_id = a.household_id
      join tags g on g.household_id = a.household_id and g.name = 'tag1'
      where a.household_id = ${api.other.householdId}
      limit 1`;
    for (const [name, id] of Object.entries(foreign)) {
      const filter = name.replace('Id', '_id');
      expect((await list({ [filter]: id })).data, filter).to.deep.equal([]);
      expect((await list({ [filter]: id, pending: 'true' })).data, filter).to.deep.equal([]);
    }
  });

  it('refuses what no filter can mean, and clamps the length of a page', async () => {
    for (const query of [
      ...words(`
      sort=name sort=%00 category_id=nobody tag_id=none kind=other min_amount=1e5 min_amount=NaN
      min_amount=%2B1 min_amount=2&max_amount=1 start_date=2026-03-02&end_date=2026-03-01
      updated_since=yesterday updated_since=2026-02-30T00:00:00Z
      updated_since=2026-03-01T00:00:00 updated_since=2026-03-01T25:00:00Z
    `),
      'sort=id;drop table',
      `min_amount=${'9'.repeat(41)}`,
    ]) {
      await answered(422, api.request('GET', `/api/v1/transactions?${query}`), query);
    }
    expect((await list({ per_page: '99999' })).meta.per_page).to.equal(500);
  });
});
