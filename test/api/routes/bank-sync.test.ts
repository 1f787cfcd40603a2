import { expect } from 'chai';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { answered, withApi } from '../../helpers/start-api.ts';
import { createSyncHarness } from '../../helpers/sync-harness.ts';
import { withBank } from '../../helpers/with-bank.ts';
import { jobRun } from '../../helpers/job-run.ts';

const DAY = new Date().toISOString().slice(0, 10);
const accounts = [
  { id: 1, name: 'Everyday', institution_name: 'Bank', currency: 'EUR', status: 'ACTIVE' },
  { id: 2, name: 'Depot', institution_name: 'Broker', currency: 'USD', status: 'ACTIVE' },
];
const row = (id: string, amount: number, merchant: string, over: object = {}) => {
  return { id, amount, merchant, currency: 'EUR', date: DAY, isPending: false, ...over };
};
const holding = (id: string, value: number, currency: string) => {
  const security = { name: `Fund ${id}`, tickerSymbol: id, currency };
  return { security, quantity: 2, price: null, value, currency, raw: { mx: { id } } };
};
const calls: ScriptedCall[] = [
  {
    path: '/accounts/1/transactions',
    json: {
      transactions: [
        row('a', -4.5, 'Cafe Uno'),
        row('b', 1900, 'Salary 100%', { date: '2026-01-02' }),
        row('c', -9, 'Cafe Due', { isPending: true }),
      ],
      total: 3,
    },
    times: 9,
  },
  {
    path: '/accounts/2/holdings',
    json: {
      holdings: [holding('X', 600.5, 'USD'), holding('Y', 10, 'EUR'), holding('Z', 1, 'USD')],
      totalValue: 612,
      currency: 'USD',
    },
    times: 9,
  },
];

describe('bank sync over the API', function () {
  const bank = withBank({ PROVIDER_INITIAL_DAYS: '3650' });
  const { env } = bank;
  const { database, api } = withApi({ env });

  beforeEach(() => bank.provider.script(accounts, calls));

  let keys = 0;
  async function connect(key = `provider-key-${(keys += 1)}-of-mine`): Promise<any> {
    const body = { name: 'My bank', api_key: key };
    const made = await api.answers(201, 'POST', '/api/v1/provider_connections', { body });
    return made.body.data;
  }

  /** Works on the connection's live run as a worker would. */
  async function work(connectionId: string): Promise<any> {
    const path = `/api/v1/syncs?provider_connection_id=${connectionId}&per_page=1`;
    const [sync] = (await api.get(path)).data;
    const { context } = createSyncHarness(database, bank.provider.url, env);
    context.clock = api.clock;
    const payload = { household_id: api.tenant.householdId, sync_id: sync.id };
    await syncConnection(context, payload, jobRun({ jobId: sync.id }));
    return (await api.get(`/api/v1/syncs/${sync.id}`)).data;
  }

  describe('POST /api/v1/provider_connections', () => {
    it('checks the key, starts the first sync and never shows the key', async () => {
      const connection = await connect();
      expect(connection).to.include({ status: 'good', api_key_last_four: 'mine' });
      expect(bank.provider.seen[0]).to.include({
        path: '/accounts',
        key: 'provider-key-1-of-mine',
      });
      expect(JSON.stringify(connection)).to.not.include('provider-key');
      // Its first run shares places with others of its bank already.
      expect(await database.sql`select bank from syncs where bank is null`).to.have.length(0);
      const sync = await work(connection.id);
      expect(sync).to.include({ status: 'completed', trigger: 'connection' });
      expect(sync.progress).to.include({ accounts_total: 2, accounts_done: 2, rows: 3 });
      expect(sync.counts.created).to.equal(3);
    });

    it('422 when the provider refuses the key; nothing is stored', async () => {
      bank.provider.script(accounts, [{ path: '/accounts', status: 403, json: { error: 'no' } }]);
      const body = { api_key: 'wrong' };
      const before = await database.sql`select 1 from provider_connections`;
      await api.answers(
        [422, 'provider_credential_rejected'],
        'POST',
        '/api/v1/provider_connections',
        { body },
      );
      expect(await database.sql`select 1 from provider_connections`).to.have.length(before.length);
    });

    it('400 without a key', async () => {
      const path = '/api/v1/provider_connections';
      await api.answers(400, 'POST', path, { body: {} });
    });
  });

  describe('a connection', () => {
    it('PATCH renames it and replaces its key after a check, which clears requires_update and begins a sync', async () => {
      const { id } = await connect();
      await work(id);
      await database.sql`
        update provider_connections
        set status = 'requires_update',
          status_reason = 'unauthorized',
          next_sync_at = null
        where id = ${id}`;
      const path = `/api/v1/provider_connections/${id}`;
      bank.provider.script(accounts, [{ path: '/accounts', status: 401, json: {} }]);
      await api.answers(422, 'PATCH', path, { body: { api_key: 'bad' } });
      const body = { name: ' New name ', api_key: 'another-key-5678' };
      const changed = await api.request('PATCH', path, { body });
      expect(changed.body.data).to.include({
        name: 'New name',
        status: 'good',
        status_reason: null,
        api_key_last_four: '5678',
      });
      const { body: log } = await api.request('GET', `/api/v1/record_changes?record_id=${id}`);
      const names = log.data[0].changes.map(({ attribute }: any) => attribute);
      expect(names).to.deep.equal(['api_key_last_four', 'name']);
      const listed = await api.request('GET', `/api/v1/syncs?provider_connection_id=${id}`);
      expect(listed.body.data.map((sync: any) => sync.status)).to.deep.equal([
        'queued',
        'completed',
      ]);
      bank.provider.script(accounts, calls);
      expect(await work(id)).to.include({ status: 'completed', trigger: 'connection' });
    });

    it('PATCH moves the start of the history, which the next sync then reads', async () => {
      const { id } = await connect();
      await work(id);
      const path = `/api/v1/provider_connections/${id}`;
      const change = (start: unknown) =>
        api.request('PATCH', path, { body: { history_start: start } });
      await answered(422, change('2010-02-30'));
      const moved = await change('2010-01-01');
      expect(moved.body.data).to.include({ history_start: '2010-01-01', name: 'My bank' });
      expect(Date.parse(moved.body.data.next_sync_at)).to.be.at.most(api.clock.now().getTime());
      expect((await change(null)).body.data.history_start).to.equal(null);
      await api.answers(200, 'PATCH', path, { body: { name: 'B' } });
    });

    it('422 for a start of the history that has not come yet where the household lives', async () => {
      const { id } = await connect();
      const zone = (time_zone: string) =>
        api.request('PATCH', '/api/v1/household', { body: { time_zone } });
      const day = (offsetHours: number) =>
        new Date(api.clock.now().getTime() + offsetHours * 3_600_000).toISOString().slice(0, 10);
      const path = `/api/v1/provider_connections/${id}`;
      await zone('Pacific/Kiritimati');
      await api.answers(200, 'PATCH', path, { body: { history_start: day(14) } });
      const tomorrow = { history_start: day(14 + 24) };
      await api.answers(422, 'PATCH', path, { body: tomorrow });
      const made = { ...tomorrow, api_key: 'a-key-of-tomorrow' };
      await api.answers(422, 'POST', '/api/v1/provider_connections', { body: made });
      await zone('Etc/GMT+12');
      await api.answers(422, 'PATCH', path, { body: { history_start: day(-12 + 24) } });
      await zone('UTC');
    });

    it('DELETE keeps accounts and rows; connecting again finds them', async () => {
      const { id } = await connect();
      await work(id);
      const list = () => api.request('GET', '/api/v1/transactions?per_page=100');
      const before = (await list()).body.data.map((each: any) => each.id);
      await api.answers(204, 'DELETE', `/api/v1/provider_connections/${id}`);
      expect((await list()).body.data).to.have.length(before.length);
      const { data } = await api.get('/api/v1/accounts?per_page=100');
      const left = data.filter(({ provider }: any) => provider?.connection_id === null);
      expect(new Set(left.map(({ provider }: any) => provider.state))).to.have.keys('disconnected');
      const again = await connect('a-new-key-for-it');
      expect((await work(again.id)).counts).to.include({ created: 0 });
      const after = (await list()).body.data.map((each: any) => each.id);
      expect(after).to.have.members(before);
    });
  });

  describe('POST /api/v1/provider_connections/{id}/syncs', () => {
    it('joins the run that is under way, and then asks to wait', async () => {
      const { id } = await connect();
      const path = `/api/v1/provider_connections/${id}/syncs`;
      const joined = await Promise.all([1, 2, 3].map(() => api.request('POST', path)));
      expect(joined.map(({ status }) => status)).to.deep.equal([202, 202, 202]);
      expect(new Set(joined.map(({ body }) => body.data.id)).size).to.equal(1);
      await work(id);
      expect((await api.request('POST', path)).body.data.trigger).to.equal('manual');
      await work(id);
      const refused = await api.answers([429, 'sync_cooldown'], 'POST', path);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(800, 900);
    });
  });

  describe('POST /api/v1/syncs/{id}/cancel', () => {
    it('ends a run that no worker has at once; a finished one stays as it is', async () => {
      const { id } = await connect();
      const [sync] = (await api.get(`/api/v1/syncs?provider_connection_id=${id}&status=queued`))
        .data;
      const path = `/api/v1/syncs/${sync.id}/cancel`;
      const cancelled = await api.answers(202, 'POST', path);
      expect(cancelled.body.data.status).to.equal('cancelled');
      expect((await api.request('POST', path)).body.data.finished_at).to.equal(
        cancelled.body.data.finished_at,
      );
      expect((await work(id)).status).to.equal('cancelled');
    });
  });

  describe('GET /api/v1/syncs/{id}/events', () => {
    it('sends the run at each change and ends with it', async () => {
      const { id } = await connect();
      const [sync] = (await api.get(`/api/v1/syncs?provider_connection_id=${id}`)).data;
      const url = `${api.baseUrl}/api/v1/syncs/${sync.id}/events`;
      const response = await fetch(url, { headers: { 'X-Api-Key': api.tenant.readKey } });
      expect(response.headers.get('content-type')).to.match(/^text\/event-stream/);
      // The run begins once the stream has said how it is.
      const [first, whole] = response.body!.tee();
      await first.getReader().read();
      const [text] = await Promise.all([new Response(whole).text(), work(id)]);
      const states = [...text.matchAll(/^event: sync\ndata: (.*)$/gm)].map(
        (match) => JSON.parse(match[1]!).status,
      );
      expect(states[0]).to.equal('queued');
      expect(states.at(-1)).to.equal('completed');
      expect(text.trimEnd()).to.match(/event: end\ndata: \{\}$/);
    });
  });

  describe('what was synced', () => {
    let connection: any;
    before(async () => {
      bank.provider.script(accounts, calls);
      await database.sql`delete from accounts`;
      connection = await connect();
      await work(connection.id);
    });
    /** Both came with one list, at one instant: their order says nothing. */
    async function accountNamed(name: string): Promise<any> {
      const path = `/api/v1/accounts?provider_connection_id=${connection.id}`;
      const { data } = await api.get(path);
      return data.find((each: any) => each.name === name);
    }

    it('GET /api/v1/accounts shows balances and the state of the link', async () => {
      const everyday = await accountNamed('Everyday');
      const depot = await accountNamed('Depot');
      expect(everyday).to.include({ currency: 'EUR', balance: '100' });
      expect(everyday.provider).to.include({ state: 'active', holdings: 'not_supported' });
      expect(depot.provider.holdings).to.equal('available');
      const one = await api.request('GET', `/api/v1/accounts/${depot.id}`);
      expect(one.body.data).to.deep.equal(depot);
    });

    it('PATCH /api/v1/accounts/{id} renames, retypes and ignores', async () => {
      const path = `/api/v1/accounts/${(await accountNamed('Depot')).id}`;
      const body = { name: 'Wallet', type: 'CreditCard', ignored: true };
      const changed = (await api.request('PATCH', path, { body })).body.data;
      expect(changed).to.include({ name: 'Wallet', type: 'CreditCard' });
      expect(changed.provider.ignored).to.equal(true);
      const back = (await api.request('PATCH', path, { body: { ignored: false } })).body.data;
      expect(back.provider).to.include({ ignored: false, read_through: null });
      await api.answers(422, 'PATCH', path, { body: { type: 'Boat' } });
    });

    it('GET /api/v1/holdings values per currency and shows the provider’s total', async () => {
      const { body } = await api.request('GET', '/api/v1/holdings');
      expect(body.data).to.have.length(3);
      expect(body.valuation).to.deep.equal([
        { currency: 'EUR', value: '10' },
        { currency: 'USD', value: '601.5' },
      ]);
      expect(
        body.accounts.map((each: any) => [each.holdings, each.total_value]),
      ).to.have.deep.members([
        ['not_supported', null],
        ['available', '612'],
      ]);
    });
  });
});
