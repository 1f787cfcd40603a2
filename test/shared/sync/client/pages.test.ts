import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { PageToken, ProviderTransaction } from '../../../../shared/sync/client/types.ts';
import { demoKey, withProvider } from '../../../helpers/provider-rig.ts';

const ROWS = '/accounts/16892/transactions';
const WINDOW = { from: '2025-06-01', to: '2025-06-11', includePending: true };

describe('pages of a provider', () => {
  const rig = withProvider();

  const script = (...calls: object[]) =>
    rig.sandbox.admin('POST', '/script', { calls: calls.map((call) => ({ path: ROWS, ...call })) });

  async function readAll(client = rig.client) {
    const all: ProviderTransaction[] = [];
    let page: PageToken | null = null;
    let pages = 0;
    for (;;) {
      const answer = await client.fetchTransactionsPage('16892', { ...WINDOW, page });
      all.push(...answer.rows);
      pages += 1;
      page = answer.next === null ? null : (JSON.parse(JSON.stringify(answer.next)) as PageToken);
      if (page === null) return { all, pages, total: answer.total, stopped: answer.stopped };
    }
  }

  for (const paging of ['none', 'cursor', 'next', 'page']) {
    it(`are all read with paging by ${paging}, in both dialects alike`, async () => {
      rig.sandbox.admin('POST', '/settings', { paging, page_size: 20 });
      const camel = await readAll();
      rig.sandbox.admin('POST', '/settings', { dialect: 'snake' });
      const snake = await readAll();
      expect(camel.all.length).to.equal(camel.total).and.to.be.greaterThan(100);
      expect(camel.pages).to.equal(paging === 'none' ? 1 : Math.ceil(camel.all.length / 20));
      expect(snake).to.deep.equal(camel);
      expect(camel.stopped).to.equal(null);
      expect(new Set(camel.all.map(({ pending }) => pending))).to.deep.equal(
        new Set([true, false]),
      );
    });
  }

  const link = (query: string) => `/api/v1${ROWS}?${query}`;
  for (const [name, more, query, headers] of [
    ['next_cursor', { next_cursor: 'c 1' }, { cursor: 'c 1' }],
    ['nextCursor', { nextCursor: 'c1' }, { cursor: 'c1' }],
    ['a cursor that is a number', { next_cursor: 12 }, { cursor: '12' }],
    ['continuation_key', { continuation_key: 'k' }, { cursor: 'k' }],
    ['pagination', { pagination: { next_cursor: 'p', has_more: true } }, { cursor: 'p' }],
    ['meta.next_page', { meta: { next_page: 2 } }, { page: '2' }],
    ['page and total_pages', { page: 1, total_pages: 2 }, { page: '2' }],
    ['page and has_more', { page: 1, has_more: true }, { page: '2' }],
    ['a relative next link', { next: link('from=x&token=t') }, { token: 't' }],
    ['a query as next link', { next: '?token=q' }, { token: 'q' }],
    ['links.next', { links: { next: link('token=l') } }, { token: 'l' }],
    ['_links.next.href', { _links: { next: { href: link('token=h') } } }, { token: 'h' }],
    ['next_page_url', { next_page_url: link('token=u') }, { token: 'u' }],
    ['a Link header', {}, { token: 'w' }, { Link: `<${link('token=w')}>; rel="next"` }],
  ] as [string, object, object, object?][]) {
    it(`continue at ${name}`, async () => {
      script(
        { json: { transactions: [{ id: 'first' }], ...more }, headers: headers ?? {} },
        { json: { transactions: [{ id: 'second' }] }, query },
      );
      const { all, stopped } = await readAll();
      expect([...all.map(({ id }) => id), stopped]).to.deep.equal(['first', 'second', null]);
    });
  }

  for (const [name, more] of Object.entries({
    'an empty cursor': { next_cursor: '' },
    'a null cursor': { next_cursor: null },
    'a cursor with has_more: false': { next_cursor: 'x', has_more: false },
    'the last page': { page: 3, total_pages: 3 },
    'links without next': { links: { self: ROWS, next: null } },
    'a total only': { total: 1 },
  })) {
    it(`end at ${name}`, async () => {
      script({ json: { transactions: [{ id: 'a' }], ...more } });
      expect(await readAll()).to.include({ pages: 1, stopped: null });
    });
  }

  for (const [name, more] of Object.entries({
    'a repeated cursor': { next_cursor: 'c2' },
    'a page number that does not grow': { page: 1, total_pages: 9 },
  })) {
    it(`are given up at ${name}, with the rows read`, async () => {
      script({ json: { transactions: [{ id: 'a' }], ...more }, times: 9 });
      const { all, pages, stopped } = await readAll();
      expect([all.length, pages, stopped]).to.deep.equal([2, 2, 'pagination_loop']);
    });
  }

  it('are given up after 100', async () => {
    rig.sandbox.admin('POST', '/settings', { page_size: 1, limit: 0 });
    expect(await readAll()).to.include({ pages: 100, stopped: 'too_many_pages' });
  });

  it('are not asked for at another host', async () => {
    script({ json: { transactions: [], next: `http://169.254.169.254${ROWS}?page=2` } });
    const error = await readAll().catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'redirect_blocked');
  });

  it('of the account list are followed, too', async () => {
    const accounts = [{ id: 1 }, { id: 2 }];
    script(
      { path: '/accounts', json: { accounts: [accounts[0]], next_cursor: 'a2' } },
      { path: '/accounts', json: { accounts: [accounts[1]] }, query: { cursor: 'a2' } },
    );
    const listed = await rig.client.listAccounts();
    expect(listed.map(({ id }) => id)).to.deep.equal(['1', '2']);
  });

  it('are read compressed, and with a byte-order mark', async () => {
    const server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      if (url === '/accounts') response.end('\uFEFF{"accounts":[{"id":1}]}');
      else {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync('{"transactions":[{"id":"z"}]}'));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = { allowedHosts: [new URL(baseUrl).host], allowLocal: true };
    try {
      const client = rig.clientFor(demoKey, { baseUrl, addresses });
      expect(await client.listAccounts()).to.have.length(1);
      expect((await readAll(client)).all[0]?.id).to.equal('z');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
