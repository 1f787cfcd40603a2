import { expect } from 'chai';
import { answerPage, pageParameters, type PagedRequest } from '../../../api/http/pagination.ts';
import { readQuery } from '../../../api/http/query-parameters.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';

/** The page that a list is asked for. */
async function request(search: string): Promise<PageRequest> {
  const asked: PageRequest[] = [];
  const sent = {
    query: readQuery(pageParameters, new URLSearchParams(search)),
    householdId: 'a',
    raw: { path: '/api/v1/rules' },
  } as unknown as PagedRequest;
  await answerPage(
    sent,
    async (page) => {
      asked.push(page);
      return { rows: [], totalCount: 0, nextKeys: null };
    },
    String,
  );
  return asked[0]!;
}

describe('pagination', () => {
  it('clamps, and takes its defaults for whatever is not a number', async () => {
    expect(await request('')).to.deep.equal({ page: 1, perPage: 25 });
    expect(await request('page=3&per_page=7')).to.deep.equal({ page: 3, perPage: 7 });
    for (const bad of ['0', '-2', 'two', '2.5', '0x2', '7abc', ' ', '']) {
      expect((await request(`page=${bad}`)).page, bad).to.equal(1);
      expect((await request(`per_page=${bad}`)).perPage, bad).to.equal(25);
    }
    expect((await request('per_page=100')).perPage).to.equal(100);
    for (const large of ['101', '500', '99999999999999999999999999']) {
      expect((await request(`per_page=${large}`)).perPage).to.equal(100);
    }
    expect((await request('page=99999999999999999999999')).page).to.equal(1_000_000_000);
  });

  it('takes its defaults for arrays and objects', async () => {
    for (const search of ['page[]=2', 'page[a]=2', 'page=2&page=3']) {
      expect((await request(search)).page, search).to.equal(1);
    }
  });
});
