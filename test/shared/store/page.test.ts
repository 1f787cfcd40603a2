import { expect } from 'chai';
import fc from 'fast-check';
import { lastPage, readPage } from '../../../shared/store/page.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a page of a list', () => {
  const database = withDatabase();

  function read(length: number, page: number, perPage: number) {
    const { sql } = database;
    const matching = sql`from generate_series(1, ${length}::integer) n`;
    return readPage(sql, { page, perPage }, matching, async (window) => {
      const rows = await sql<{ n: number }[]>`select n ${matching} order by n ${window}`;
      return rows.map(({ n }) => n);
    });
  }

  it('is the last one for a page past the end, and tells how many rows there are', async () => {
    expect(await read(5, 99, 2)).to.deep.equal({ rows: [5], totalCount: 5 });
    expect(await read(4, 99, 2)).to.deep.equal({ rows: [3, 4], totalCount: 4 });
    expect(await read(0, 3, 2)).to.deep.equal({ rows: [], totalCount: 0 });
  });

  it('holds every row exactly once over all pages', async () => {
    const sizes = fc.record({
      total: fc.integer({ min: 0, max: 60 }),
      perPage: fc.integer({ min: 1, max: 20 }),
    });
    const all = fc.asyncProperty(sizes, async ({ total, perPage }) => {
      const seen: number[] = [];
      for (let page = 1; page <= lastPage(perPage, total); page += 1) {
        seen.push(...(await read(total, page, perPage)).rows);
      }
      expect(seen).to.deep.equal(Array.from({ length: total }, (_, row) => row + 1));
    });
    await fc.assert(all, { numRuns: 25 });
  });
});
