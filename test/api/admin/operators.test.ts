import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { OPERATOR_SCHEMAS } from '../../../api/admin/operator-schemas.ts';
import { createAjv } from '#preflight/validate';
import {
  ADMIN_ENV,
  ADMIN_PASSWORD,
  failedSync,
  openSession,
  OWN_PAGE,
} from '../../helpers/operator.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const ajv = createAjv();

describe('what operators read and do in the console', () => {
  const { database, api } = withApi({ env: ADMIN_ENV });
  let Cookie = '';

  before(async () => {
    Cookie = await openSession(api);
  });

  /** The answer, checked against the schema of that name. */
  async function get(path: string, name: keyof typeof OPERATOR_SCHEMAS) {
    const answer = await api.answers(200, 'GET', `/admin/api${path}`, { headers: { Cookie } });
    const validate = ajv.compile(OPERATOR_SCHEMAS[name]);
    expect(validate(answer.body), JSON.stringify(validate.errors)).to.equal(true);
    return answer.body;
  }
  async function pull(body: object) {
    const headers = { Cookie, ...OWN_PAGE };
    return api.request('POST', '/admin/api/levers', { headers, body });
  }

  it('a failed sync: seen with what to do, found by the name of its household, retried', async () => {
    const { connectionId, householdId, sync } = await failedSync(api, 'unauthorized');
    const before = await get('/installation', 'Installation');
    expect(before.may_change).to.equal(true);
    const [queue] = before.queues;
    expect(queue).to.include({ queue: 'sync', failed: 1, ended_per_hour: 1, is_paused: false });
    expect(queue.failures).to.deep.equal([
      {
        code: 'unauthorized',
        provider: null,
        count: 1,
        latest: sync.id,
        advice: 'The provider refuses the key: its owner has to enter a new one.',
      },
    ]);
    expect(before.connections.freshness[0].count).to.equal(1);

    for (const asked of ['hOUSEhold A', 'house', householdId, connectionId.toUpperCase()]) {
      const path = `/households?q=${encodeURIComponent(asked)}`;
      const { data } = await get(path, 'Households');
      expect(
        data.map(({ id }: { id: string }) => id),
        asked,
      ).to.include(householdId);
    }
    for (const asked of ['', 'ousehold', '%', 'Household A2', randomUUID()]) {
      const path = `/households?q=${encodeURIComponent(asked)}`;
      expect((await get(path, 'Households')).data, asked).to.deep.equal([]);
    }
    const headers = { Cookie };
    const unstorable = await api.request('GET', '/admin/api/households?q=%00', { headers });
    expect([unstorable.status, unstorable.body.message]).to.deep.equal([
      422,
      'q must not contain NUL.',
    ]);

    const looked = await get(`/households/${householdId}`, 'HouseholdLook');
    expect(looked.household).to.include({ id: householdId, name: 'Household A' });
    expect(looked.connections[0].runs[0]).to.include({ id: sync.id, status: 'failed' });
    expect(looked.connections[0].advice).to.deep.include({
      code: 'unauthorized',
      message: 'The provider refuses the key: its owner has to enter a new one.',
    });
    expect(looked.events).to.deep.include.members([
      {
        kind: 'sync',
        id: sync.id,
        at: looked.connections[0].runs[0].created_at,
        status: 'failed',
        about: 'Bank',
        codes: ['unauthorized'],
      },
    ]);

    const retried = await pull({ action: 'retry', target: 'unauthorized' });
    expect(retried.body).to.deep.equal({ done: 1, refused: {} });
    const [live] = await database.sql`
      select status from syncs where connection_id = ${connectionId} and id <> ${sync.id}`;
    expect(live).to.include({ status: 'queued' });
    const { data } = await get('/actions', 'Actions');
    expect(data[0]).to.include({ actor: 'console', action: 'retry', target: 'unauthorized' });
  });

  it('what happened in a household: its imports, runs and changes, and nothing of another’s', async () => {
    const csv = 'date,amount,name\n2026-01-31,-4.20,Coffee\n';
    const made = await api.request('POST', '/api/v1/tags', { body: { name: 'seen' } });
    const imported = await api.answers(201, 'POST', '/api/v1/imports', {
      body: { raw_file_content: csv },
    });
    await api.request('POST', '/api/v1/tags', { as: 'other', body: { name: 'unseen' } });
    const { events } = await get(`/households/${api.tenant.householdId}`, 'HouseholdLook');
    const ids = events.map(({ kind, id, status, about }: any) => [kind, id, status, about]);
    expect(ids).to.deep.include.members([
      ['change', made.body.data.id, 'created', 'tags'],
      ['import', imported.body.data.id, 'pending', 'import.csv'],
    ]);
    const times = events.map((event: { at: string }) => event.at);
    expect(times).to.deep.equal([...times].sort().reverse());
    const [other] =
      await database.sql`select id from tags where household_id = ${api.other.householdId}`;
    expect(JSON.stringify(events)).to.not.contain(other!['id']);
  });

  it('holds: paused, seen, resumed, noted', async () => {
    expect((await pull({ action: 'pause', target: 'imports' })).body).to.deep.equal({ running: 0 });
    const paused = await get('/installation', 'Installation');
    expect(paused.queues[1]).to.include({ queue: 'imports', is_paused: true });
    expect(paused.holds[0]).to.include({ scope: 'queue', target: 'imports', mode: 'pause' });
    const { householdId } = api.tenant;
    await answered(200, pull({ action: 'drain', target: householdId }));
    for (const target of ['imports', householdId])
      expect((await pull({ action: 'resume', target })).body).to.deep.equal({
        was_held: true,
        resumed: 0,
      });
    expect((await get('/installation', 'Installation')).holds).to.deep.equal([]);
    const { data } = await get('/actions', 'Actions');
    expect(data.slice(0, 4).map(({ action }: { action: string }) => action)).to.deep.equal([
      'resume',
      'resume',
      'drain',
      'pause',
    ]);
  });

  it('refuses levers that are none', async () => {
    for (const body of [
      { action: 'delete', target: api.tenant.householdId },
      { action: 'pause', target: 'nothing' },
      { action: 'pause', target: 'other.bank.example' },
      { action: 'pause', target: randomUUID() },
      { action: 'retry', target: 'all', limit: 1001 },
      { action: 'retry', target: 'all', more: 1 },
    ]) {
      await answered(422, pull(body), JSON.stringify(body));
    }
    await answered(400, pull({ action: 'pause' }));
  });

  const paths = ['/installation', '/actions', '/households?q=a', `/households/${randomUUID()}`];
  it('answers 401 without the login: to an API key, a session of a household, another’s cookie', async () => {
    const signedIn = await api.request('POST', '/app/session', {
      as: 'none',
      headers: OWN_PAGE,
      body: { api_key: api.tenant.writeKey },
    });
    const session = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const value = session.split('=')[1]!;
    for (const cookie of ['', session, `ledgerline_admin=${value}`, 'ledgerline_admin=']) {
      for (const path of paths) {
        const headers = { Cookie: cookie, Accept: 'text/html' };
        const { status } = await api.request('GET', `/admin/api${path}`, { headers });
        expect([path, status]).to.deep.equal([path, 401]);
      }
      const headers = { Cookie: cookie, ...OWN_PAGE };
      const body = { action: 'pause', target: 'sync' };
      await api.answers(401, 'POST', '/admin/api/levers', { headers, body });
    }
  });

  it('pulls no lever for a page of another origin', async () => {
    const body = { action: 'pause', target: 'sync' };
    for (const sent of [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://127.0.0.1:1' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: api.baseUrl },
    ]) {
      const headers = { Cookie, ...sent } as Record<string, string>;
      const { status } = await api.request('POST', '/admin/api/levers', { headers, body });
      expect(status, JSON.stringify(sent)).to.equal(403);
    }
    expect((await get('/installation', 'Installation')).holds).to.deep.equal([]);
  });

  it('404 for an unknown household and an unknown path', async () => {
    for (const path of [`/households/${randomUUID()}`, '/households/x', '/nothing']) {
      await answered(404, api.request('GET', `/admin/api${path}`, { headers: { Cookie } }), path);
    }
  });
});

describe('what operators do in the console without ADMIN_WRITE', () => {
  const { api } = withApi({ env: { ADMIN_PASSWORD } });

  it('is nothing, and the console says so', async () => {
    const Cookie = await openSession(api);
    const headers = { Cookie, ...OWN_PAGE };
    const body = { action: 'pause', target: 'sync' };
    await api.answers(403, 'POST', '/admin/api/levers', { headers, body });
    const seen = await api.request('GET', '/admin/api/installation', { headers: { Cookie } });
    expect(seen.body.may_change).to.equal(false);
  });
});
