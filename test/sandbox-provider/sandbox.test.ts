import { expect } from 'chai';
import { createSandboxProvider, type SandboxProvider } from '../../sandbox-provider/server.ts';

const key = 'sandbox-demo-key';
const other = 'sandbox-other-key';
type Row = {
  id: string | null;
  date: string;
  merchant: string;
  amount: unknown;
  isPending: boolean;
};

describe('sandbox provider', () => {
  let sandbox: SandboxProvider;
  let monotonicMs = 0;
  before(async () => {
    const options = { demoKeys: [key, other], monotonicMs: () => monotonicMs };
    sandbox = await createSandboxProvider(options).listen();
  });
  after(() => sandbox.close());
  beforeEach(() => {
    sandbox.state.reset();
    sandbox.admin('POST', '/settings', { now: '2025-06-10T12:00:00Z' });
  });

  const get = async (target: string, apiKey: string | null = key) => {
    const response = await fetch(sandbox.url + target, {
      headers: apiKey === null ? {} : { 'x-api-key': apiKey },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const rowsOf = async (query: string, apiKey = key, account = '16892'): Promise<Row[]> => {
    const all: Row[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { text } = await get(`/accounts/${account}/transactions?${query}${next}`, apiKey);
      const body = JSON.parse(text) as { transactions: Row[]; next_cursor: string | null };
      all.push(...body.transactions);
      cursor = body.next_cursor;
    } while (cursor !== null);
    return all;
  };
  const admin = async (method: string, target: string, body?: unknown) => {
    const response = await fetch(new URL(`/_admin${target}`, sandbox.url), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as any };
  };

  describe('the four calls', () => {
    it('answers 401 without a key and 403 with a wrong one', async () => {
      expect((await get('/accounts', null)).status).to.equal(401);
      expect((await get('/accounts', 'wrong')).status).to.equal(403);
    });
    it('lists accounts in several currencies, one without its currency', async () => {
      const body = JSON.parse((await get('/accounts')).text);
      const currencies = body.accounts.map((account: any) => account.currency);
      expect(currencies).to.deep.equal(['EUR', 'GBP', 'CHF', 'JPY', undefined, 'USD', 'USD']);
      expect(body.total).to.equal(7);
    });
    it('does not know another key’s account', async () => {
      sandbox.admin('PUT', '/users/small', { accounts: [{ id: 1, name: 'One' }] });
      expect((await get('/accounts/16892/balance', 'small')).status).to.equal(404);
      expect((await get('/accounts/1/balance', 'small')).text).to.equal(
        '{"balance":{"amount":100,"currency":"USD"}}',
      );
    });
    it('has holdings for investments and 501 for others', async () => {
      expect((await get('/accounts/16892/holdings')).status).to.equal(501);
      expect((await get('/accounts/20002/holdings')).text).to.contain(
        '"quantity":0.123456789012345678',
      );
    });
    it('gives the same rows to the same question, others to another key', async () => {
      const query = 'from=2025-03-12&to=2025-06-10&include_pending=true';
      const first = await rowsOf(query);
      expect(await rowsOf(query)).to.deep.equal(first);
      expect(await rowsOf(query, other)).to.not.deep.equal(first);
      expect(first.length).to.be.within(1000, 2000);
    });
    it('filters by inclusive dates, newest first, and hides pending rows unless asked', async () => {
      const rows = await rowsOf('from=2025-06-01&to=2025-06-03');
      expect([...new Set(rows.map(({ date }) => date))]).to.deep.equal([
        '2025-06-03',
        '2025-06-02',
        '2025-06-01',
      ]);
      const now = await rowsOf('from=2025-06-09&to=2025-06-10');
      const all = await rowsOf('from=2025-06-09&to=2025-06-10&include_pending=true');
      expect(now.some(({ isPending }) => isPending)).to.equal(false);
      expect(all.filter(({ isPending }) => !isPending)).to.deep.equal(now);
      expect(all.some(({ isPending, id }) => isPending && id === null)).to.equal(true);
    });
    it('refuses a date or cursor that makes no sense', async () => {
      expect((await get('/accounts/16892/transactions?from=June')).status).to.equal(400);
      expect((await get('/accounts/16892/transactions?cursor=zzz')).status).to.equal(400);
    });
  });

  describe('pending rows', () => {
    const query = 'from=2025-05-01&to=2025-07-01&include_pending=true';
    it('post on their own as days pass: none is lost, each gets an id', async () => {
      const before = await rowsOf(query);
      const pending = before.filter(({ isPending }) => isPending);
      expect(pending.length).to.be.greaterThan(5);
      sandbox.admin('POST', '/settings', { now: '2025-06-14T12:00:00Z' });
      const after = (await rowsOf(query)).filter(({ date }) => date <= '2025-06-11');
      for (const row of pending) {
        const posted = after.filter(
          ({ merchant, date, id }) => merchant === row.merchant && date >= row.date && id !== null,
        );
        expect(posted.length, JSON.stringify(row)).to.be.greaterThan(0);
      }
      expect(after.every(({ isPending }) => !isPending)).to.equal(true);
    });
    it('post on demand, and stay posted', async () => {
      const before = await rowsOf(query);
      const count = before.filter(({ isPending }) => isPending).length;
      const settled = (await admin('POST', `/users/${key}/settle`)).body.settled;
      expect(settled).to.be.at.least(count);
      const after = await rowsOf(query);
      expect(after).to.have.length(before.length);
      expect(after.some(({ isPending }) => isPending)).to.equal(false);
      expect(after.every(({ id }) => id !== null)).to.equal(true);
    });
  });

  describe('its rate limit', () => {
    it('answers 429 above the limit and remembers the most requests of any window', async () => {
      sandbox.admin('POST', '/settings', { limit: 5, window_ms: 60_000 });
      const statuses = [];
      for (let index = 0; index < 7; index += 1) statuses.push((await get('/accounts')).status);
      expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429]);
      expect((await get('/accounts', other)).status).to.equal(200);
      monotonicMs += 61_000;
      expect((await get('/accounts')).status).to.equal(200);
      const { body } = await admin('GET', '/stats');
      expect(body.keys[key]).to.deep.include({ requests: 8, refused: 2, max_in_window: 7 });
      expect(body.keys[key].by_status).to.deep.equal({ '200': 6, '429': 2 });
      expect(body.keys[other].max_in_window).to.equal(1);
    });
  });

  describe('its admin routes', () => {
    it('explain themselves and refuse nonsense with a sentence', async () => {
      expect((await admin('GET', '/')).body.presets).to.include('rate_limit_in_500');
      for (const [method, target, body] of [
        ['GET', '/nothing', undefined],
        ['POST', '/faults', { preset: 'nothing' }],
        ['POST', '/faults', { times: -1, preset: 'html' }],
        ['POST', '/faults', []],
        ['POST', '/settings', { paging: 'scroll' }],
        ['POST', '/settings', { now: 'later' }],
        ['POST', '/users/nobody/settle', undefined],
        ['POST', `/users/${key}/accounts/16892/transactions`, { transactions: [] }],
      ] as const) {
        const answer = await admin(method, target, body);
        expect(answer.status, target).to.equal(400);
        expect(answer.body.error, target).to.equal('sandbox_error');
      }
    });
    it('plan failures for one path, a number of times or until cleared', async () => {
      await admin('POST', '/faults', {
        path: '/accounts/*/balance',
        preset: 'unavailable',
        times: 1,
      });
      await admin('POST', '/faults', { path: '/accounts', status: 418, times: 0, key: other });
      expect((await get('/accounts/16892/balance')).status).to.equal(503);
      expect((await get('/accounts/16892/balance')).status).to.equal(200);
      expect((await get('/accounts')).status).to.equal(200);
      expect((await get('/accounts', other)).status).to.equal(418);
      expect((await get('/accounts', other)).status).to.equal(418);
      await admin('DELETE', '/faults');
      expect((await get('/accounts', other)).status).to.equal(200);
    });
    it('plan answers of one’s own, whose digits stay', async () => {
      const calls = '[{"path":"/accounts","json":{"amount":-12345678901234567.890}}]';
      const body = `{"calls":${calls}}`;
      await fetch(new URL('/_admin/script', sandbox.url), { method: 'POST', body });
      expect((await get('/accounts')).text).to.equal('{"amount":-12345678901234567.890}');
    });
    it('take data of one’s own, keep its digits, and change it later', async () => {
      const body =
        '{"accounts":[{"listing":{"id":"a b","currency":"EUR"},"transactions":[{"id":"x","amount":-12345678901234567.890,"date":"2025-06-09","isPending":false}]}]}';
      await fetch(new URL('/_admin/users/mine', sandbox.url), { method: 'PUT', body });
      const read = async () => (await get('/accounts/a%20b/transactions', 'mine')).text;
      expect(await read()).to.contain('-12345678901234567.890');
      const target = '/users/mine/accounts/a%20b/transactions';
      await admin('POST', target, { generate: { rows: 3, id_prefix: 'n', pending: 1 } });
      expect(JSON.parse(await read()).total).to.equal(3);
      expect((await admin('POST', '/users/mine/settle')).body.settled).to.equal(1);
      expect(JSON.parse(await read()).transactions[0].id).to.equal('n2');
      expect((await admin('DELETE', target, { ids: ['n0', 'n1'] })).body.removed).to.equal(2);
      expect(JSON.parse(await read()).total).to.equal(2);
    });
    it('start over', async () => {
      sandbox.admin('PUT', '/users/mine', { accounts: [] });
      await get('/accounts');
      await admin('POST', '/reset');
      expect((await admin('GET', '/stats')).body.requests).to.equal(0);
      expect((await get('/accounts', 'mine')).status).to.equal(403);
    });
  });
});
