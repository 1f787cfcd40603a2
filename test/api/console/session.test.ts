import { expect } from 'chai';
import { presentTimestamp } from '../../../api/records/timestamp.ts';
import { digestApiKey } from '../../../shared/households/api-key.ts';
import { issueConsoleTicket } from '../../../shared/households/console-sessions.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { answered, createKey, createPlatform, withApi } from '../../helpers/start-api.ts';
import { OWN_PAGE } from '../../helpers/operator.ts';

const PATH = '/app/session';
const HOUR_MS = 3_600_000;

describe('a session of the console', () => {
  const { log, lines } = createCapturedLog();
  const { database, api } = withApi({ log });
  beforeEach(() => api.clock.set('2026-03-01T12:00:00Z'));

  const signIn = (body: object, headers: Record<string, string> = OWN_PAGE) =>
    api.request('POST', PATH, { as: 'none', headers, body });
  async function cookieOf(key = api.tenant.writeKey): Promise<string> {
    const { headers } = await answered(200, signIn({ api_key: key }));
    return headers.get('set-cookie')!.split(';')[0]!;
  }
  const send = (method: string, path: string, cookie: string, headers = {}, body?: object) =>
    api.request(method, path, { as: 'none', headers: { Cookie: cookie, ...headers }, body });
  const apiKeyId = async (value: string) => {
    const digest = digestApiKey(value);
    const [row] = await database.sql`select id from api_keys where digest = ${digest}`;
    return row!['id'] as string;
  };

  it('is opened by an API key, and names its household, its scopes and its end', async () => {
    const { headers, body } = await answered(200, signIn({ api_key: api.tenant.writeKey }));
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('set-cookie'))
      .to.match(/^ledgerline_session=[0-9a-f]{64}; Max-Age=604800; Path=\//)
      .and.match(/; HttpOnly; SameSite=Strict$/);
    expect(body.data).to.deep.equal({
      expires_at: '2026-03-02T00:00:00Z',
      household: { id: api.tenant.householdId, name: 'Household A', currency: 'USD' },
      scopes: ['read_write'],
      api_key_id: await apiKeyId(api.tenant.writeKey),
    });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    expect((await send('GET', PATH, cookie)).body).to.deep.equal(body);
  });

  it('is refused to a page of another household than its own, which another tab may have left', async () => {
    const cookie = await cookieOf();
    const of = (householdId: string) =>
      send('GET', '/api/v1/household', cookie, { 'X-Household-Id': householdId });
    await answered(200, of(api.tenant.householdId));
    const { body } = await answered(401, of(api.other.householdId));
    expect(body.message).to.equal('The browser is signed in to another household. Sign in again.');
  });

  it('has behind https a Secure cookie that no other host can set, and knows no other', async () => {
    const https = { ...OWN_PAGE, 'X-Forwarded-Proto': 'https' };
    const { headers } = await signIn({ api_key: api.tenant.writeKey }, https);
    const cookie = headers.get('set-cookie')!;
    expect(cookie)
      .to.match(/^__Host-ledgerline_session=/)
      .and.match(/; Secure; SameSite=Strict$/);
    const sent = cookie.split(';')[0]!;
    await answered(200, send('GET', PATH, sent, https));
    await answered(401, send('GET', PATH, sent.slice('__Host-'.length), https));
  });

  it('opens what its key opens, signed as the key would', async () => {
    const cookie = await cookieOf();
    const made = await send('POST', '/api/v1/tags', cookie, OWN_PAGE, { name: 'of the console' });
    expect(made.status).to.equal(201);
    await answered(200, send('GET', `/api/v1/tags/${made.body.data.id}`, cookie));
    const [noted] = await database.sql`
      select cause, cause_id from changes where record_id = ${made.body.data.id}`;
    expect(noted).to.include({ cause: 'key', causeId: await apiKeyId(api.tenant.writeKey) });
  });

  it('of a key that only reads changes nothing', async () => {
    const cookie = await cookieOf(api.tenant.readKey);
    await answered(200, send('GET', '/api/v1/tags', cookie));
    const { status, body } = await send('POST', '/api/v1/tags', cookie, OWN_PAGE, { name: 'x' });
    expect([status, body.error]).to.deep.equal([403, 'insufficient_scope']);
  });

  it('shows nothing of another household', async () => {
    const made = await api.request('POST', '/api/v1/tags', { as: 'other', body: { name: 'b' } });
    const path = `/api/v1/tags/${made.body.data.id}`;
    const cookie = await cookieOf();
    await answered(404, send('GET', path, cookie));
    await answered(404, send('DELETE', path, cookie, OWN_PAGE));
  });

  const foreign: [string, Record<string, string>][] = [
    ['that no page made', {}],
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a subdomain', { 'Sec-Fetch-Site': 'same-site' }],
    ['that a person typed', { 'Sec-Fetch-Site': 'none' }],
    ['with the Origin of a sandboxed page', { Origin: 'null' }],
    ['with the Origin of another host', { Origin: 'https://evil.example' }],
    ['with the Origin of another port', { Origin: 'http://127.0.0.1:1' }],
    ['with an Origin that begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
    [
      'of another site that says our Origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1' },
    ],
  ];
  for (const [what, headers] of foreign) {
    it(`changes nothing by a request ${what}`, async () => {
      const cookie = await cookieOf();
      const body = { name: `tag ${what}` };
      for (const [method, path] of [
        ['POST', '/api/v1/tags'],
        ['PATCH', '/api/v1/household'],
        ['DELETE', PATH],
        ['POST', PATH],
      ] as const) {
        const answer = await send(method, path, cookie, headers, body);
        expect([method, path, answer.status]).to.deep.equal([method, path, 403]);
      }
      await answered(200, send('GET', PATH, cookie));
    });
  }

  it('changes something by a request with our Origin, of a browser without Sec-Fetch-Site', async () => {
    const own = { Origin: api.baseUrl };
    await answered(201, send('POST', '/api/v1/tags', await cookieOf(), own, { name: 'old' }));
  });

  it('is not read for a page of another origin', async () => {
    const cookie = await cookieOf();
    const allowed = await send('GET', '/api/v1/tags', cookie, { Origin: 'https://evil.example' });
    expect(allowed.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(allowed.headers.get('access-control-allow-origin')).to.equal('*');
    for (const site of ['cross-site', 'same-site']) {
      await answered(403, send('GET', '/api/v1/tags', cookie, { 'Sec-Fetch-Site': site }), site);
    }
  });

  it('takes no other method from a header', async () => {
    const cookie = await cookieOf();
    const sent = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' };
    await answered(200, send('GET', PATH, cookie, sent));
    await answered(200, send('GET', PATH, cookie));
  });

  it('does not open /mcp', async () => {
    const cookie = await cookieOf();
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    await answered(401, send('POST', '/mcp', cookie, OWN_PAGE, call));
  });

  it('is not looked at where a key is sent', async () => {
    const headers = { Cookie: await cookieOf() };
    const wrong = { key: 'ledg_wrong' };
    await api.answers(401, 'GET', '/api/v1/tags', { as: wrong, headers });
    const other = await api.request('GET', '/api/v1/household', { as: 'other', headers });
    expect(other.body.data.name).to.equal('Household B');
  });

  it('ends after twelve hours without use, and after seven days at most', async () => {
    const cookie = await cookieOf();
    api.clock.advance(12 * HOUR_MS - 1000);
    await answered(200, send('GET', '/api/v1/tags', cookie));
    for (let hours = 12; hours < 160; hours += 11) {
      await answered(200, send('GET', PATH, cookie), `${hours} h`);
      api.clock.advance(11 * HOUR_MS);
    }
    expect((await send('GET', PATH, cookie)).body.data.expires_at).to.equal('2026-03-08T12:00:00Z');
    api.clock.advance(3 * HOUR_MS);
    await answered(401, send('GET', PATH, cookie));
    const idle = await cookieOf();
    api.clock.advance(12 * HOUR_MS);
    await answered(401, send('GET', '/api/v1/tags', idle));
    // The next sign-in forgets them.
    await cookieOf();
    const [row] = await database.sql`
      select count(*)::integer as count from console_sessions where expires_at <= ${api.clock.now()}`;
    expect(row!['count']).to.equal(0);
  });

  it('ends when its browser signs out', async () => {
    const cookie = await cookieOf();
    const { headers } = await answered(204, send('DELETE', PATH, cookie, OWN_PAGE));
    expect(headers.get('set-cookie')).to.match(
      /^ledgerline_session=; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    await answered(401, send('GET', PATH, cookie));
    await answered(401, send('GET', '/api/v1/tags', cookie));
  });

  it('ends when its browser signs in again', async () => {
    const before = await cookieOf();
    const { headers } = await signIn(
      { api_key: api.other.writeKey },
      { ...OWN_PAGE, Cookie: before },
    );
    await answered(401, send('GET', PATH, before));
    const after = headers.get('set-cookie')!.split(';')[0]!;
    expect((await send('GET', PATH, after)).body.data.household.name).to.equal('Household B');
  });

  it('ends with its key: revoked, expired, deleted', async () => {
    const { sql } = database;
    const expiresAt = new Date(api.clock.now().getTime() + HOUR_MS);
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => api.request('DELETE', `/api/v1/api_keys/${id}`),
      async () => {
        await Promise.resolve();
        api.clock.advance(HOUR_MS);
      },
      (id) => sql`delete from api_keys where id = ${id}`,
    ];
    for (const end of ends) {
      const key = await createKey(database, api.tenant, { scope: 'read_write', expiresAt });
      const cookie = await cookieOf(key);
      expect((await send('GET', PATH, cookie)).body.data.expires_at).to.equal(
        presentTimestamp(expiresAt),
      );
      await end(await apiKeyId(key));
      await answered(401, send('GET', PATH, cookie));
      await answered(401, send('GET', '/api/v1/tags', cookie));
      api.clock.set('2026-03-01T12:00:00Z');
    }
  });

  it('is not opened for an owner who is deactivated', async () => {
    const cookie = await cookieOf();
    await database.sql`update users set active = false where id = ${api.tenant.userId}`;
    await answered(401, send('GET', '/api/v1/tags', cookie));
    await answered(401, signIn({ api_key: api.tenant.writeKey }));
    await database.sql`update users set active = true where id = ${api.tenant.userId}`;
  });

  it('is opened by a ticket once, within a quarter of an hour', async () => {
    const signedIn = {
      apiKeyId: await apiKeyId(api.tenant.writeKey),
      householdId: api.tenant.householdId,
    };
    const issue = () => issueConsoleTicket(database.sql, signedIn, api.clock.now());
    const ticket = await issue();
    const answers = await Promise.all([signIn({ ticket }), signIn({ ticket }), signIn({ ticket })]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401]);
    const late = await issue();
    api.clock.advance(15 * 60_000);
    await answered(401, signIn({ ticket: late }));
  });

  it('is opened neither by a platform, nor by both, nor by what is no JSON', async () => {
    const platform = await createPlatform(database, 'app');
    await answered(403, signIn({ api_key: platform.key }));
    await answered(422, signIn({ api_key: api.tenant.writeKey, ticket: 'x' }));
    expect((await signIn({})).status).to.be.oneOf([400, 422]);
    const form = { ...OWN_PAGE, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `api_key=${api.tenant.writeKey}`;
    await api.answers(415, 'POST', PATH, { as: 'none', headers: form, body });
    await api.answers(405, 'PUT', PATH, { as: 'none', headers: OWN_PAGE });
  });

  it('leaves neither token nor key nor ticket in logs and in the database', async () => {
    const [, token = ''] = (await cookieOf()).split('=');
    await send('GET', '/api/v1/tags', `ledgerline_session=${token}`);
    await signIn({ ticket: 'a-ticket-that-is-wrong' });
    const rows = await database.sql`select * from console_sessions`;
    for (const text of [JSON.stringify(lines), JSON.stringify(rows)]) {
      expect(text).to.not.contain(token);
      expect(text).to.not.contain(api.tenant.writeKey);
      expect(text).to.not.contain('a-ticket-that-is-wrong');
    }
  });
});

describe('guesses at sessions of the console', () => {
  const { api } = withApi({ env: { AUTH_FAILURES_PER_MINUTE: '5' } });

  it('are limited by address, as those of keys are, while the right key works', async () => {
    const guess = (body: object) =>
      api.request('POST', PATH, { as: 'none', headers: OWN_PAGE, body });
    const statuses: number[] = [];
    for (const body of [{ api_key: 'ledg_1' }, { ticket: 'x' }, { api_key: 'ledg_2' }])
      statuses.push((await guess(body)).status);
    for (const path of [PATH, '/api/v1/tags', PATH]) {
      const headers = { Cookie: 'ledgerline_session=guess' };
      statuses.push((await api.request('GET', path, { as: 'none', headers })).status);
    }
    expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 429]);
    await answered(200, guess({ api_key: api.tenant.writeKey }));
    // A page that asks whether anybody is signed in guesses nothing.
    await api.answers(401, 'GET', PATH, { as: 'none' });
  });
});
