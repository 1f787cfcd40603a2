import { connect } from 'node:net';
import { expect } from 'chai';
import { createAdminSessions } from '../../../api/admin/session.ts';
import { insertLoginGuess } from '../../../shared/households/admin-login-guesses.ts';
import { connect as connectDatabase } from '../../../shared/postgres/connect.ts';
import { diagnose } from '../../../shared/operations/look.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { rawRequest, sendRaw } from '../../helpers/raw-http.ts';
import { ADMIN_PASSWORD, openSession, OWN_PAGE, sendLogin } from '../../helpers/operator.ts';
import { answered, startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const BOARD = '/admin/queues';

describe('the queue dashboard', () => {
  const database = withDatabase();

  describe('without ADMIN_PASSWORD', () => {
    const api = startApi(database);

    it('404 for everything', async () => {
      for (const path of ['/admin', BOARD, `${BOARD}/api/queues`, '/admin/login']) {
        await answered(404, api.request('GET', path), path);
      }
    });
  });

  describe('with ADMIN_PASSWORD', () => {
    const api = startApi(database, { env: { ADMIN_PASSWORD } });
    beforeEach(() => api.clock.set('2026-03-01T12:00:00Z'));
    afterEach(() => api.clock.advance(120_000));

    it('sends a person to the login, and answers 401 to a program', async () => {
      const headers = { Accept: 'text/html' };
      for (const path of [BOARD, '/admin', '/admin/households']) {
        const page = await answered(302, api.request('GET', path, { headers }), path);
        expect(page.headers.get('location')).to.equal('/admin/login');
      }
      await api.answers([401, 'unauthorized'], 'GET', `${BOARD}/api/queues`, {
        headers: { Accept: 'application/json' },
      });
    });

    it('asks for the password in the language of the browser', async () => {
      const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };
      const form = await api.answers(200, 'GET', '/admin/login', { headers: german });
      expect(form.text).to.include('<html lang="de">').and.include('>Passwort<');
      const refused = await answered(401, sendLogin(api, 'wrong', { ...OWN_PAGE, ...german }));
      expect(refused.text).to.include('Das ist nicht das Passwort.');
      const other = await api.answers(200, 'GET', '/admin/login');
      expect(other.text).to.include('<html lang="en">').and.include('>Password<');
    });

    it('is not opened by an API key', async () => {
      const headers = { Accept: 'application/json' };
      await api.answers(401, 'GET', `${BOARD}/api/queues`, { as: 'write', headers });
    });

    it('opens with the password and shows every queue', async () => {
      const { headers } = await sendLogin(api, ADMIN_PASSWORD);
      const cookie = headers.get('set-cookie')!;
      expect(cookie)
        .to.match(/HttpOnly/i)
        .and.match(/SameSite=Strict/i)
        .and.match(/Path=\/admin/);
      const sent = { Cookie: cookie.split(';')[0]! };
      const page = await api.answers(200, 'GET', BOARD, {
        headers: { ...sent, Accept: 'text/html' },
      });
      expect(page.text).to.contain('Ledgerline queues');
      const { body } = await api.answers(200, 'GET', `${BOARD}/api/queues`, { headers: sent });
      const names = body.queues.map((queue: { name: string }) => queue.name);
      expect(names).to.have.members(['sync', 'imports', 'rules', 'delivery']);
      expect(body.queues.every((queue: any) => queue.readOnlyMode)).to.equal(true);
    });

    it('401 for a wrong password; the right one opens however many were wrong', async () => {
      for (const wrong of ['', 'wrong', `${ADMIN_PASSWORD} `, ADMIN_PASSWORD.toUpperCase()]) {
        const { headers } = await answered(401, sendLogin(api, wrong));
        expect(headers.get('set-cookie')).to.equal(null);
      }
      await answered(303, sendLogin(api, ADMIN_PASSWORD));
    });

    it('403 for a login that another site sends', async () => {
      const foreign = [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
      ];
      for (const headers of foreign) {
        const { status, headers: answered } = await sendLogin(api, ADMIN_PASSWORD, headers);
        expect(status, JSON.stringify(headers)).to.equal(403);
        expect(answered.get('set-cookie')).to.equal(null);
      }
      const own = { Origin: api.baseUrl };
      await answered(303, sendLogin(api, ADMIN_PASSWORD, own));
    });

    it('is read-only, also with the cookie', async () => {
      const Cookie = await openSession(api);
      for (const path of ['/api/queues/sync/pause', '/api/queues/pause', '/api/queues/sync/add']) {
        const { status } = await api.request('PUT', BOARD + path, {
          headers: { Cookie, ...OWN_PAGE },
        });
        expect(status, path).to.equal(403);
      }
    });

    it('refuses forged and expired sessions', async () => {
      const cookie = await openSession(api);
      const headers = (Cookie: string) => ({ Cookie, Accept: 'application/json' });
      const status = async (Cookie: string) =>
        (await api.request('GET', `${BOARD}/api/queues`, { headers: headers(Cookie) })).status;
      expect(await status(cookie)).to.equal(200);
      const [name, value] = cookie.split('=') as [string, string];
      expect(await status(`${name}=${'0'.repeat(64)}`)).to.equal(401);
      expect(await status(`${name}=${value}0`)).to.equal(401);
      expect(await status(`${name}=`)).to.equal(401);
      api.clock.advance(12 * 3_600_000);
      expect(await status(cookie)).to.equal(401);
    });

    it('ends a session at the logout', async () => {
      const Cookie = await openSession(api);
      const { headers } = await api.answers(303, 'POST', '/admin/logout', {
        headers: { Cookie, ...OWN_PAGE },
      });
      expect(headers.get('set-cookie')).to.contain('Expires=Thu, 01 Jan 1970');
      const sent = { Cookie, Accept: 'application/json' };
      await api.answers(401, 'GET', `${BOARD}/api/queues`, { headers: sent });
    });

    it('keeps sessions where every process finds them, and a new password ends them', async () => {
      const Cookie = await openSession(api);
      const stored = await database.sql`select digest from admin_sessions`;
      expect(JSON.stringify(stored)).not.to.contain(Cookie.split('=')[1]);
      const { sql } = database;
      const isOpen = (password: string) =>
        createAdminSessions(sql, password, api.clock).isOpen({
          headers: { cookie: Cookie },
        } as any);
      expect(await isOpen(ADMIN_PASSWORD)).to.equal(true);
      expect(await isOpen('another battery; staple')).to.equal(false);
    });
  });

  describe('behind a proxy', () => {
    const captured = createCapturedLog();
    const env = { ADMIN_PASSWORD, TRUST_PROXY: '1', BODY_STALL_MS: '1000' };
    const api = startApi(database, { env, log: captured.log });
    const from = (address: string, password: string) =>
      sendLogin(api, password, { ...OWN_PAGE, 'X-Forwarded-For': address });

    it('judges few guesses of an address, none whose client hung up, and lets in who logged in before', async () => {
      const cookies = (await from('192.0.2.1', ADMIN_PASSWORD)).headers.getSetCookie();
      const device = cookies.find((cookie) => cookie.startsWith('ledgerline_admin_device='))!;
      expect(device)
        .to.match(/HttpOnly/i)
        .and.match(/SameSite=Strict/i);
      const [before] = await database.sql`select count(*)::integer from admin_sessions`;
      const sockets = Array.from({ length: 60 }, (_, n) => {
        const body = `password=${n < 30 ? 'wrong' : encodeURIComponent(ADMIN_PASSWORD)}`;
        const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(
          rawRequest(
            'POST /admin/login',
            [
              'X-Forwarded-For: 192.0.2.1',
              'Sec-Fetch-Site: same-origin',
              `Content-Type: application/x-www-form-urlencoded`,
              `Content-Length: ${body.length}`,
            ],
            body,
          ),
        );
        return socket;
      });
      const judged = () =>
        captured.lines.filter(({ message }) => String(message).endsWith('dashboard failed'));
      await eventually(() => expect(judged()).to.have.length(5));
      await answered(401, from('192.0.2.2', 'wrong'));
      const known = { Cookie: device.split(';')[0]!, 'X-Forwarded-For': '192.0.2.1' };
      await answered(303, sendLogin(api, ADMIN_PASSWORD, { ...OWN_PAGE, ...known }));
      for (const socket of sockets) socket.destroy();
      const left = () =>
        captured.lines.filter(({ message }) => String(message).endsWith('was not judged'));
      await eventually(() => expect(left()).to.have.length(55));
      expect(judged()).to.have.length(6);
      const [after] = await database.sql`select count(*)::integer from admin_sessions`;
      expect(after!['count']).to.equal(Number(before!['count']) + 1);
    });

    it('reports to the doctor that somebody guesses', async () => {
      for (let n = 0; n < 10; n += 1) await insertLoginGuess(database.sql, '192.0.2.9');
      const found = await diagnose(api.context);
      expect(found.join('\n')).to.match(
        /someone is guessing the password of the queue dashboard: \d+ wrong ones in the last hour, from \d+ addresses, most from 192.0.2.9/,
      );
    });

    it('408 for a password whose rest never comes', async () => {
      const { status } = await sendRaw(
        Number(new URL(api.baseUrl).port),
        rawRequest(
          'POST /admin/login',
          [
            'Sec-Fetch-Site: same-origin',
            `Content-Type: application/x-www-form-urlencoded`,
            'Content-Length: 100',
          ],
          'password=',
        ),
      );
      expect(status).to.equal(408);
    });
  });

  describe('with ADMIN_WRITE', () => {
    const env = { ADMIN_PASSWORD, ADMIN_WRITE: 'true' };
    const api = startApi(database, { env });
    beforeEach(() => api.clock.set('2026-03-01T12:00:00Z'));

    it('lets its own pages change a queue, and no one else', async () => {
      const Cookie = await openSession(api);
      const pause = (headers: Record<string, string>) =>
        api.request('PUT', `${BOARD}/api/queues/rules/pause`, { headers: { Cookie, ...headers } });
      const [, , rules] = api.context.queues.all();
      await answered(403, pause({ Origin: 'https://evil.example' }));
      await answered(403, pause({}));
      expect(await rules!.isPaused()).to.equal(false);
      await answered(200, pause(OWN_PAGE));
      expect(await rules!.isPaused()).to.equal(true);
    });

    it('names one time at which a job that was put off runs', async () => {
      const Cookie = await openSession(api);
      const [, , rules] = api.context.queues.all();
      const added = await rules!.add('apply-rules', {}, { delay: 60_000, timestamp: 1_000 });
      await added.changeDelay(120_000);
      const path = `${BOARD}/api/queues/rules/${added.id}`;
      const { job } = await api.get(path, { headers: { Cookie } });
      expect([job.delay, job.opts.delay]).to.deep.equal([120_000, 120_000]);
    });

    it('neither adds jobs nor empties or obliterates a queue', async () => {
      const Cookie = await openSession(api);
      for (const [method, action] of [
        ['PUT', 'obliterate'],
        ['PUT', 'empty'],
        ['POST', 'add'],
        ['PATCH', 'some-job/update-data'],
      ] as const) {
        const { status } = await api.request(method, `${BOARD}/api/queues/rules/${action}`, {
          headers: { Cookie, ...OWN_PAGE },
          body: {},
        });
        expect(status, action).to.equal(403);
      }
    });

    it('sets no limit that would hold syncs back unseen, and no delay', async () => {
      const Cookie = await openSession(api);
      const [sync] = api.context.queues.all();
      for (const [method, action, body] of [
        ['PUT', 'concurrency', { concurrency: 1 }],
        ['PUT', 'rate-limit', { max: 1, duration: 3_600_000 }],
        ['PATCH', 'some-job/delay', { delay: 3_600_000 }],
      ] as const) {
        const { status, body: answer } = await api.request(
          method,
          `${BOARD}/api/queues/sync/${action}`,
          { headers: { Cookie, ...OWN_PAGE }, body },
        );
        expect(status, action).to.equal(403);
        expect(answer.message, action).to.include('ledgerline ops pause');
      }
      const meta = await sync!.getMeta();
      expect(meta).to.not.have.any.keys('concurrency', 'max', 'duration');
    });

    it('asks no other host for anything, and names the backend', async () => {
      const Cookie = await openSession(api);
      const page = await api.request('GET', BOARD, { headers: { Cookie, Accept: 'text/html' } });
      expect(page.text).to.include('href="/assets/board.css"');
      const files = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
      for (const file of files) expect(file).not.to.match(/^(https?:)?\/\//);
      const [, config = ''] = /type="application\/json">([^<]+)</.exec(page.text) ?? [];
      const isRedis = api.context.queues.isRedis;
      expect(JSON.parse(config).hideRedisDetails).to.equal(!isRedis);
      expect(config).to.include(`queue in ${isRedis ? 'Redis' : 'PostgreSQL'}`);
    });

    it('still asks for the login', async () => {
      await api.answers(401, 'PUT', `${BOARD}/api/queues/rules/resume`, { headers: OWN_PAGE });
    });
  });

  describe('while Postgres is away', () => {
    const sql = connectDatabase({
      databaseUrl: 'postgres://nobody:nothing@127.0.0.1:9/none',
      poolMax: 1,
      applicationName: 'test',
    });
    const before = startApi(database, { env: { ADMIN_PASSWORD } });
    const api = startApi(database, { env: { ADMIN_PASSWORD }, override: () => ({ sql }) });
    after(() => sql.end({ timeout: 1 }));

    it('says so on a page, and to operators who have logged in before also why', async () => {
      const login = await answered(303, sendLogin(before, ADMIN_PASSWORD));
      const Cookie = login.headers
        .getSetCookie()
        .map((set) => set.split(';')[0]!)
        .join('; ');
      const reason = 'Postgres does not answer (ECONNREFUSED): start it';
      const Accept = 'text/html';
      for (const path of ['/admin', BOARD]) {
        const { text } = await api.answers(503, 'GET', path, { headers: { Cookie, Accept } });
        expect(text).to.include('<h1>').and.include('not available right now').and.include(reason);
        const stranger = { Cookie: 'ledgerline_admin=guessed', Accept };
        const seen = await api.answers(503, 'GET', path, { headers: stranger });
        expect(seen.text).to.include('<h1>').and.not.include('Postgres');
      }
      const posted = await answered(503, sendLogin(api, ADMIN_PASSWORD, { ...OWN_PAGE, Accept }));
      expect(posted.text).to.include('<h1>').and.not.include('Postgres');
      const asked = api.answers(503, 'GET', '/admin/api/installation', { headers: { Cookie } });
      expect((await asked).body.errors.join()).to.include(reason);
    });
  });
});
