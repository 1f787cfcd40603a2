import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createClient, isCallError, type CallError, type Client } from '#client';
import { closeServer, listen } from '../../helpers/listen.ts';

const KEY = 'key-that-nobody-may-see';
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

describe('what a client makes of bad answers', () => {
  const server = createServer((request, response) => {
    requests.push(request);
    (script.shift() ?? healthy)(request, response);
  });
  let requests: IncomingMessage[] = [];
  let script: RequestListener[] = [];
  const healthy: RequestListener = (_, response) => json(response, 200, { data: { ok: true } });
  let baseUrl: string;
  let client: Client;

  before(async () => {
    baseUrl = await listen(server);
    client = createClient({ baseUrl, apiKey: KEY });
  });
  beforeEach(() => ([requests, script] = [[], []]));
  after(() => closeServer(server));

  /** What a call throws; what it shows holds neither the key nor what strangers wrote. */
  async function errorOf(work: Promise<unknown>): Promise<CallError> {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isCallError(error)) throw new Error(`not an error of a call: ${String(error)}`);
    expect(`${error.stack ?? ''} ${JSON.stringify(error)}`).not.to.match(/nobody-may-see|<html>/);
    return error;
  }
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 99 });
    response.write('{"data":', () => response.destroy());
  };
  const once502: RequestListener = (_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
  const limited: RequestListener = (_, response) =>
    json(response, 429, { error: 'sync_cooldown' }, { 'retry-after': '0' });

  it('repeats what is read, and a POST under one key, after an answer that is cut off', async () => {
    script = [cut];
    expect(await client.get('/household')).to.deep.equal({ data: { ok: true } });
    script = [once502, cut];
    await client.post('/tags', { body: { name: 'x' } });
    const keys = requests.slice(2).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).to.equal(1);
    expect(keys).to.have.length(3);
    await client.post('/tags', { body: { name: 'x' } });
    expect(requests.at(-1)?.headers['idempotency-key']).not.to.equal(keys[0]);
  });

  it('sends a change that may have happened once, and again when it was refused', async () => {
    script = [cut];
    const path = { id: 'a/../b' };
    const patch = () => client.patch('/tags/{id}', { path, body: { name: 'x' } });
    expect(await errorOf(patch())).to.include({ code: 'no_answer', status: 0 });
    script = [limited];
    await patch();
    expect(requests.map(({ url }) => url)).to.deep.equal(Array(3).fill('/api/v1/tags/a%2F..%2Fb'));
  });

  it('gives up after as many repetitions as it is given', async () => {
    script = [once502, once502, once502];
    const retries: number[] = [];
    const few = createClient({
      baseUrl,
      apiKey: KEY,
      retries: 1,
      onRetry: ({ waitMs }) => retries.push(waitMs),
    });
    const error = await errorOf(few.get('/household'));
    expect(error).to.include({ code: 'unreadable_answer', status: 502 });
    expect([requests.length, retries.length]).to.deep.equal([2, 1]);
  });

  it('distinguishes the page of a proxy from an answer', async () => {
    const page: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    script = [page];
    const error = await errorOf(client.get('/household'));
    expect(error).to.include({ code: 'unreadable_answer', status: 200 });
    script = [(_, response) => json(response, 404, ['<html>'])];
    expect(await errorOf(client.get('/household'))).to.include({ code: 'unreadable_answer' });
  });

  it('follows no redirect, which would take the key elsewhere', async () => {
    script = [(_, response) => response.writeHead(308, { location: `${baseUrl}/other` }).end()];
    const error = await errorOf(client.get('/household'));
    expect(error).to.include({ code: 'unreadable_answer', status: 308 });
    expect(requests).to.have.length(1);
  });

  it('reads a date in Retry-After, and waits for none that is far away', async () => {
    const headers = {
      date: 'Mon, 02 Mar 2026 10:00:00 GMT',
      'retry-after': 'Mon, 02 Mar 2026 10:50:00 GMT',
      'x-request-id': 'r1',
    };
    script = [(_, response) => json(response, 429, { error: 'rate_limit_exceeded' }, headers)];
    const error = await errorOf(client.get('/household'));
    expect(error).to.include({ code: 'rate_limit_exceeded', retryAfter: 3000, requestId: 'r1' });
    script = [(_, response) => json(response, 503, { error: 'new' }, { 'retry-after': 'soon' })];
    await client.get('/household');
    expect(requests).to.have.length(3);
  });

  it('ends an answer that never ends, and what its caller no longer wants', async () => {
    const endless: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    };
    script = [endless];
    const hasty = { timeoutMs: 50, retries: 0 };
    expect(await errorOf(client.get('/household', hasty))).to.include({ code: 'timed_out' });
    for (const answer of [endless, once502]) {
      script = [answer];
      const controller = new AbortController();
      const reason = new Error('enough');
      const call = client.get('/household', { signal: controller.signal });
      server.once('request', () => setImmediate(() => controller.abort(reason)));
      expect(await call.catch((error: unknown) => error)).to.equal(reason);
    }
  });

  it('says where nothing listens', async () => {
    const alone = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: KEY, retries: 0 });
    const error = await errorOf(alone.get('/household'));
    expect(error.message).to.equal('GET /household: no complete answer.');
    expect(error.cause).to.be.instanceOf(Error);
  });

  it('takes an address with a path, and refuses one, a key and an id that it cannot use', async () => {
    for (const [given, path] of [
      [baseUrl, '/api/v1/tags'],
      [`${baseUrl}/`, '/api/v1/tags'],
      [`${baseUrl}/money/`, '/money/api/v1/tags'],
      [`${baseUrl}/money/api/v1`, '/money/api/v1/tags'],
    ] as const) {
      await createClient({ baseUrl: given, apiKey: `${KEY}\n` }).get('/tags');
      expect(requests.at(-1)).to.include({ url: path });
      expect(requests.at(-1)?.headers['x-api-key']).to.equal(KEY);
    }
    for (const bad of ['money', 'ftp://x', `http://u:${KEY}@x`, `http://x/?key=${KEY}`]) {
      const create = () => createClient({ baseUrl: bad, apiKey: KEY });
      expect(create).to.throw(TypeError, /^baseUrl must be/);
    }
    for (const bad of [`${KEY}\nx: y`, '', 'schlüssel']) {
      const create = () => createClient({ baseUrl, apiKey: bad });
      expect(create).to.throw(TypeError, /^apiKey must be printable ASCII\.$/);
    }
    const sent = requests.length;
    for (const id of ['', '.', '..']) {
      const call = client.delete('/tags/{id}', { path: { id } });
      expect(await call.catch(String)).to.equal('TypeError: id names no record.');
    }
    expect(requests).to.have.length(sent);
  });
});
