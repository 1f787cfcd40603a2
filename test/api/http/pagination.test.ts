import { expect } from 'chai';
import fc from 'fast-check';
import {
  pageParameters,
  pageRequest,
  pageWindow,
  presentPageMeta,
} from '../../../api/http/pagination.ts';
import { readQuery } from '../../../api/http/query-parameters.ts';

const request = (search: string) =>
  pageRequest(readQuery(pageParameters, new URLSearchParams(search)));

describe('pagination', () => {
  it('clamps, and takes its defaults for whatever is not a number', () => {
    expect(request('')).to.deep.equal({ page: 1, perPage: 25 });
    expect(request('page=3&per_page=7')).to.deep.equal({ page: 3, perPage: 7 });
    for (const bad of ['0', '-2', 'two', '2.5', '0x2', '7abc', ' ', '']) {
      expect(request(`page=${bad}`).page, bad).to.equal(1);
      expect(request(`per_page=${bad}`).perPage, bad).to.equal(25);
    }
    expect(request('per_page=100').perPage).to.equal(100);
    for (const large of ['101', '500', '99999999999999999999999999']) {
      expect(request(`per_page=${large}`).perPage).to.equal(100);
    }
    expect(request('page=99999999999999999999999').page).to.equal(1_000_000_000);
  });

  it('takes its defaults for arrays and objects', () => {
    for (const search of ['page[]=2', 'page[a]=2', 'page=2&page=3']) {
      expect(request(search).page, search).to.equal(1);
    }
  });

  it('serves the last page for a page past the end', () => {
    const window = pageWindow({ page: 99, perPage: 2 }, 5);
    expect(window).to.include({ currentPage: 3, totalPages: 3, offset: 4, limit: 2 });
    expect(presentPageMeta(window)).to.deep.equal({
      current_page: 3,
      next_page: null,
      prev_page: 2,
      total_pages: 3,
      total_count: 5,
      per_page: 2,
    });
  });

  it('gives an empty list one empty page', () => {
    expect(presentPageMeta(pageWindow({ page: 1, perPage: 25 }, 0))).to.deep.equal({
      current_page: 1,
      next_page: null,
      prev_page: null,
      total_pages: 1,
      total_count: 0,
      per_page: 25,
    });
  });

  it('shows every row exactly once when next_page is followed', () => {
    const sizes = fc.record({
      total: fc.integer({ min: 0, max: 500 }),
      perPage: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(sizes, ({ total, perPage }) => {
        const seen: number[] = [];
        for (let page: number | null = 1; page !== null;) {
          const window = pageWindow({ page, perPage }, total);
          const end = Math.min(total, window.offset + window.limit);
          for (let row = window.offset; row < end; row += 1) seen.push(row);
          page = presentPageMeta(window).next_page;
        }
        expect(seen).to.deep.equal(Array.from({ length: total }, (_, row) => row));
      }),
    );
  });
});
