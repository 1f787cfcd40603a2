import { expect } from 'chai';
import fc from 'fast-check';
import { readPage } from '../../../shared/postgres/page.ts';
import type { PageRequest, SortKey } from '../../../shared/postgres/page.ts';
import { cases } from '../../helpers/cases.ts';
import { forAllAsync } from '../../helpers/for-all.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a page of a list', () => {
  const database = withDatabase();

  it("leaves nothing in the driver's result, which old objects of the driver hold", async () => {
    const { sql } = database;
    const matching = sql`from generate_series(1, 5) n where true`;
    let result: { n: number }[] = [];
    const { rows } = await readPage(
      sql,
      { page: 1, perPage: 3 },
      matching,
      [['n', 'bigint']],
      async ({ keys, window }) =>
        (result = await sql<{ n: number }[]>`select n, ${keys} ${matching} ${window}`),
    );
    expect(rows.map(({ n }) => n)).to.deep.equal([1, 2, 3]);
    expect(result).to.deep.equal([]);
  });

  interface Item {
    name: string;
    at: Date;
    day: string;
    amount: string;
    id: string;
  }
  const COLUMNS: readonly SortKey[] = [
    ['name', 'text'],
    ['at', 'timestamptz'],
    ['day', 'date'],
    ['amount', 'numeric'],
  ];
  before(
    'make a table',
    () => database.sql`
    create table items (
      name text collate "C" not null, at timestamptz not null, day date not null, amount numeric not null,
      id uuid primary key default gen_random_uuid(), late boolean not null default false
    )`,
  );

  /** Rows with many ties in every column, and times that differ by a microsecond. */
  const insert = (count: number, late: boolean) => database.sql`
    insert into items (name, at, day, amount, late)
    select (array['', 'a', 'Ä', 'b"c', '%'])[1 + floor(random() * 5)::integer],
      '2026-03-01T10:00:00Z'::timestamptz + floor(random() * 3) * interval '1 microsecond',
      '2026-03-01'::date + floor(random() * 3)::integer,
      (array[-1.5, 0, 0.10, 2])[1 + floor(random() * 4)::integer],
      ${late}
    from generate_series(1, ${count}::integer)`;

  const list = (order: readonly SortKey[], page: PageRequest) => {
    const { sql } = database;
    const matching = sql`from items where true`;
    return readPage(
      sql,
      page,
      matching,
      order,
      ({ keys, window }) =>
        sql<(Item & { late: boolean })[]>`select *, ${keys} ${matching} ${window}`,
    );
  };

  it('gives each row once to who walks from page to page while others insert, in any order of any columns', async () => {
    const orders = fc
      .tuple(
        fc.shuffledSubarray([...COLUMNS]),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
      )
      .map(([columns, downs]) =>
        [...columns, ['id', 'uuid'] as SortKey].map(([column, type], index): SortKey =>
          downs[index] ? [column, type, 'desc'] : [column, type],
        ),
      );
    await forAllAsync(cases(20), orders, fc.integer({ min: 1, max: 9 }), async (order, perPage) => {
      await database.sql`truncate items`;
      await insert(40, false);
      const whole = await list(order, { page: 1, perPage: 100 });
      const seen: string[] = [];
      let page: PageRequest = { page: 1, perPage };
      for (;;) {
        const { rows, totalCount, nextKeys } = await list(order, page);
        expect(totalCount).to.equal(40);
        seen.push(...rows.filter(({ late }) => !late).map(({ id }) => id));
        if (nextKeys === null) break;
        if (page.page < 8) await insert(2, true);
        page = { page: page.page + 1, perPage, after: { keys: nextKeys, totalCount } };
      }
      expect(seen).to.deep.equal(whole.rows.map(({ id }) => id));
    });
  });

  it('refuses a place that is none in its order', async () => {
    const order: SortKey[] = [
      ['at', 'timestamptz'],
      ['id', 'uuid'],
    ];
    for (const keys of [
      [],
      ['2026-03-01 10:00:00+00'],
      ['now', crypto.randomUUID()],
      ['2026-03-01 10:00:00+00', 'no uuid'],
    ]) {
      const after = { keys, totalCount: 1 };
      const refused = await list(order, { page: 1, perPage: 1, after }).catch(
        (error: unknown) => error,
      );
      expect(refused).to.have.property('code', 'validation_failed');
    }
  });
});
