import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { LISTED, ROWS, TODAY, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: wire dialects', function () {
  const play = withSyncPlay();

  it('reads snake case, camel case and numbers as text alike', async () => {
    const run = await play.sync([
      {
        path: '/accounts',
        json: {
          accounts: [
            {
              account_id: '1',
              account_type: 'credit card',
              status: 'active',
              name: ' Card ',
              institutionName: 'Bank',
            },
          ],
        },
      },
      { path: '/accounts/1/balance', json: { balance: { current: '-12.30', currency: 'eur' } } },
      rowsPage([
        {
          transaction_id: 7,
          account_id: 1,
          amount: '-1.10',
          date: 1749441600,
          merchant_name: 'A',
          pending: 'true',
          currency: ' eur ',
        },
        {
          transactionId: 'b',
          accountId: '1',
          amount: -2,
          date: '2025-06-09T10:00:00+02:00',
          merchantName: 'B',
          is_pending: 1,
        },
        {
          id: 'c',
          amount: 3,
          date: '2025-06-09 10:00:00',
          description: 'C',
          isPending: null,
          pending: false,
        },
      ]),
    ]);
    expect(run.status).to.equal('completed');
    expect(await play.ledger()).to.have.members(
      ['2025-06-09 -1.10 pending', '2025-06-09 -2 pending', '2025-06-09 3 posted'].map((each) =>
        each.replace('1.10', '1.1'),
      ),
    );
    expect((await play.live()).map((t) => t['externalId'])).to.have.members(['7', 'b', 'c']);
    const [link] = await play.links();
    expect(link).to.include({
      balance: '-12.3',
      currency: 'EUR',
      name: 'Card',
      providerAccountId: '1',
    });
  });
  it('reads a compressed body and one with a byte-order mark', async () => {
    const body = (value: object) => JSON.stringify(value);
    const server = createServer((request, response) => {
      const { url = '' } = request;
      response.setHeader('content-type', 'application/json');
      if (url === '/accounts') response.end(`\uFEFF${body({ accounts: [LISTED] })}`);
      else if (url.includes('transactions')) {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(body({ transactions: [wireRow('z')] })));
      } else response.writeHead(501).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    play.moveTo(url);
    await play.harness.sync(play.owner);
    server.closeAllConnections();
    server.close();
    expect(await play.live()).to.have.length(1);
  });
  const two = (query: Record<string, string>): ScriptedCall =>
    rowsPage([wireRow('second')], {}, { query });
  for (const [name, first, next] of [
    ['next_cursor', rowsPage([wireRow('first')], { next_cursor: 'c 1' }), two({ cursor: 'c 1' })],
    ['nextCursor', rowsPage([wireRow('first')], { nextCursor: 'c1' }), two({ cursor: 'c1' })],
    [
      'a cursor that is a number',
      rowsPage([wireRow('first')], { next_cursor: 12 }),
      two({ cursor: '12' }),
    ],
    [
      'continuation_key',
      rowsPage([wireRow('first')], { continuation_key: 'k' }),
      two({ cursor: 'k' }),
    ],
    [
      'pagination.next_cursor',
      rowsPage([wireRow('first')], { pagination: { next_cursor: 'p', has_more: true } }),
      two({ cursor: 'p' }),
    ],
    [
      'meta.next_page',
      rowsPage([wireRow('first')], { meta: { next_page: 2 } }),
      two({ page: '2' }),
    ],
    [
      'page and total_pages',
      rowsPage([wireRow('first')], { page: 1, total_pages: 2 }),
      two({ page: '2' }),
    ],
    [
      'page and has_more',
      rowsPage([wireRow('first')], { page: 1, has_more: true }),
      two({ page: '2' }),
    ],
    [
      'a relative next link',
      rowsPage([wireRow('first')], { next: `${ROWS}?from=x&token=t` }),
      two({ token: 't' }),
    ],
    [
      'a query as next link',
      rowsPage([wireRow('first')], { next: '?token=q' }),
      two({ token: 'q' }),
    ],
    [
      'links.next',
      rowsPage([wireRow('first')], { links: { next: `${ROWS}?token=l` } }),
      two({ token: 'l' }),
    ],
    [
      '_links.next.href',
      rowsPage([wireRow('first')], { _links: { next: { href: `${ROWS}?token=h` } } }),
      two({ token: 'h' }),
    ],
    [
      'next_page_url',
      rowsPage([wireRow('first')], { next_page_url: `${ROWS}?token=u` }),
      two({ token: 'u' }),
    ],
    [
      'a Link header',
      rowsPage([wireRow('first')], {}, { headers: { Link: `<${ROWS}?token=w>; rel="next"` } }),
      two({ token: 'w' }),
    ],
  ] as [string, ScriptedCall, ScriptedCall][]) {
    it(`follows ${name}`, async () => {
      const run = await play.sync([first, next]);
      expect(run.status).to.equal('completed');
      expect((await play.live()).map((t) => t['externalId'])).to.have.members(['first', 'second']);
      expect((await play.links())[0]!['watermark']).to.equal(TODAY);
    });
  }
  for (const [name, over] of Object.entries({
    'an empty cursor': { next_cursor: '' },
    'a null cursor': { next_cursor: null },
    'a cursor beside has_more: false': { next_cursor: 'x', has_more: false },
    'the last page': { page: 3, total_pages: 3 },
    'links without next': { links: { self: ROWS, next: null } },
    'a total only': { total: 1 },
  })) {
    it(`stops at ${name}`, async () => {
      const run = await play.sync([rowsPage([wireRow('a')], over)]);
      expect(run.status).to.equal('completed');
      expect(play.callsTo(ROWS)).to.equal(1);
    });
  }
  it('follows pages of the account list', async () => {
    await play.sync([
      { path: '/accounts', json: { accounts: [LISTED], next_cursor: 'a2' } },
      { path: '/accounts', json: { accounts: [{ ...LISTED, id: 2 }] }, query: { cursor: 'a2' } },
    ]);
    expect(await play.links()).to.have.length(2);
  });
  it('a next link to another host is not followed; what was read is kept, the watermark stays', async () => {
    const run = await play.sync([rowsPage([wireRow('a')], { next: 'http://127.0.0.2:1/x' })]);
    expect(await play.codes(run)).to.deep.equal(['redirect_blocked']);
    expect(await play.live()).to.have.length(1);
    expect((await play.links())[0]!['watermark']).to.equal(null);
  });
});
