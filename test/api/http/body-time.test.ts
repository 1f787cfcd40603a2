import { request } from 'node:http';
import { expect } from 'chai';
import { sendRaw } from '../../helpers/raw-http.ts';
import { startApi, withApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** A body that comes a byte at a time. */
async function drip(url: string, key: string, body: string): Promise<number> {
  const headers = {
    'X-Api-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (got) => {
      got.resume();
      resolve(got.statusCode ?? 0);
    });
    let at = 0;
    const timer = setInterval(() => {
      sent.write(body.charAt(at++));
      if (at === body.length) clearInterval(timer);
    }, 100);
    sent.on('error', reject);
    sent.on('close', () => clearInterval(timer));
  });
}

describe('a body that never falls silent', () => {
  const { api } = withApi({ env: { BODY_STALL_MS: '1500' } });

  it('is read to its end, however small its pieces are', async () => {
    const body = '{"name":"Coffee and cake"}';
    const status = await drip(`${api.baseUrl}/api/v1/tags`, api.tenant.writeKey, body);
    expect(status).to.equal(201);
  });
});

/** A little, again and again. */
const DRIP = Buffer.alloc(256, 'x');

describe('a body that comes slowly, but comes', () => {
  const database = withDatabase();
  // Nothing but the time of the whole body can end it.
  const env = { BODY_TIMEOUT_MS: '1500', BODY_STALL_MS: '600000' };
  const api = startApi(database, { env });

  const sendSlowly = (path: string, type: string) => {
    const headers = {
      'X-Api-Key': api.tenant.writeKey,
      'Content-Type': type,
      'Content-Length': String(60_000),
    };
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(`${api.baseUrl}${path}`, { method: 'POST', headers }, (got) => {
        let body = '';
        got.on('data', (chunk: Buffer) => (body += chunk.toString()));
        got.on('end', () => resolve({ status: got.statusCode ?? 0, body }));
      });
      const timer = setInterval(() => sent.write(DRIP), 50);
      sent.on('error', reject);
      sent.on('close', () => clearInterval(timer));
      sent.write('--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    });
  };

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
