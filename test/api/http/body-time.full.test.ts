import { request } from 'node:http';
import { expect } from 'chai';
import { sendRaw } from '../../helpers/raw-http.ts';
import { withApi, type TestApi } from '../../helpers/start-api.ts';

/** Sends the pieces of a body one after another. */
async function drip(
  { baseUrl, tenant }: TestApi,
  path: string,
  [type, length]: readonly [type: string, length: number],
  pieces: Iterable<string>,
): Promise<{ status: number; body: string }> {
  const headers = {
    'X-Api-Key': tenant.writeKey,
    'Content-Type': type,
    'Content-Length': String(length),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}${path}`, { method: 'POST', headers }, (got) => {
      let body = '';
      got.on('data', (chunk: Buffer) => (body += chunk.toString()));
      got.on('end', () => resolve({ status: got.statusCode ?? 0, body }));
    });
    const left = pieces[Symbol.iterator]();
    const timer = setInterval(() => {
      const { done, value } = left.next();
      if (done === true) clearInterval(timer);
      else sent.write(value);
    }, 100);
    sent.on('error', reject);
    sent.on('close', () => clearInterval(timer));
  });
}

describe('a body that never falls silent', () => {
  const { api } = withApi({ env: { BODY_STALL_MS: '1500' } });

  it('is read to its end, however small its pieces are', async () => {
    // A piece every 100 ms: longer than silence may last.
    const body = '{"name":"Coffee time"}';
    const answer = await drip(api, '/api/v1/tags', ['application/json', body.length], body);
    expect(answer.status).to.equal(201);
  });
});

/** The beginning of a form, then a little, again and again. */
function* endless(): Generator<string> {
  yield '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  for (;;) yield 'x'.repeat(256);
}

describe('a body that comes slowly, but comes', () => {
  // Nothing but the time of the whole body can end it.
  const { api } = withApi({ env: { BODY_TIMEOUT_MS: '1500', BODY_STALL_MS: '600000' } });

  const sendSlowly = (path: string, type: string) => drip(api, path, [type, 60_000], endless());

  it('is 408 request_timeout when its time is over, whatever it is of', async () => {
    const answers = await Promise.all([
      sendSlowly('/api/v1/imports/preflight', 'multipart/form-data; boundary=B'),
      sendSlowly('/api/v1/imports/preflight', 'application/json'),
      sendSlowly('/api/v1/rules', 'application/json'),
    ]);
    for (const { status, body } of answers) {
      expect(status, body).to.equal(408);
      expect(JSON.parse(body).error).to.equal('request_timeout');
    }
  });
});

describe('headers that never end', () => {
  const { api } = withApi({ env: { BODY_STALL_MS: '500' } });

  it('are 408 request_timeout soon after the time of a silent body', async () => {
    const begun = performance.now();
    const whole = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await Promise.all(
      ['', 'GET', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: x', `${whole}GET /`].map((text) =>
        sendRaw(Number(new URL(api.baseUrl).port), Buffer.from(text)),
      ),
    );
    // Node itself would wait for a minute.
    expect(performance.now() - begun).to.be.below(30_000);
    for (const { body } of answers) expect(body).to.include('"request_timeout"');
  });
});
