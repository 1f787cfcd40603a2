import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { ODD_FORM as FORM } from '../helpers/odd-form.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { rawRequest, sendRaw, type RawAnswer, type RawOptions } from '../helpers/raw-http.ts';
import { startWeb, type WebProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

const PREFLIGHT = '/api/v1/imports/preflight';
const AT_ONCE = 12;

interface Sent {
  path: string;
  body: Buffer;
  /** Says how long the body is; the full length by default. */
  length?: number;
  headers?: string[];
  /** A half-close when the body is shorter than it says, by default. */
  then?: RawOptions['then'];
}

describe('bodies that are cut off or damaged', function () {
  const database = withDatabase();
  let tenant: TestTenant;
  let web: WebProcess;
  let chunks: string;

  before('start the process web', async () => {
    tenant = await createTenant(database, 'Household');
    web = await startWeb(database.url, { BODY_STALL_MS: '1000' });
    const created = await fetch(`http://127.0.0.1:${web.port}/api/v1/import_sessions`, {
      method: 'POST',
      headers: { 'X-Api-Key': tenant.writeKey, 'Content-Type': 'application/json' },
      body: '{}',
    });
    chunks = `/api/v1/import_sessions/${((await created.json()) as any).data.id}/chunks`;
  });
  after(() => web.child.kill('SIGKILL'));

  const send = async ({ path, body, length = body.length, headers, then }: Sent) => {
    const lines = headers ?? ['Content-Type: multipart/form-data; boundary=B'];
    const own = [`X-Api-Key: ${tenant.writeKey}`, `Content-Length: ${length}`, ...lines];
    const ending = then ?? (length === body.length ? 'wait' : 'end');
    return sendRaw(web.port, rawRequest(`POST ${path}`, own, body), { then: ending });
  };

  /** Sends all, some at once; every answer that came is one of ours, and the process lives. */
  async function sendAll(requests: readonly Sent[]): Promise<RawAnswer[]> {
    const answers: RawAnswer[] = [];
    const queue = requests.entries();
    const worker = async () => {
      for (const [at, request] of queue) {
        const answer = await send(request);
        answers[at] = answer;
        const name = `${request.path} ${at} of ${requests.length}: ${answer.body}`;
        if (answer.status === 0 && request.then === 'reset') continue;
        expect(answer.status, name).to.be.within(200, 499);
        expect(answer.headers['x-request-id'], name).to.be.a('string');
        if (answer.status >= 400) expect(JSON.parse(answer.body).error, name).to.be.a('string');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(web.child.exitCode, 'web ended').to.equal(null);
    return answers;
  }

  const bothPaths = (make: (path: string) => Sent[]) => [PREFLIGHT, chunks].flatMap(make);
  const cuts = Array.from(FORM.keys());

  it('a form that ends at any byte, its length stated rightly, leaves the process alive', async () => {
    const answers = await sendAll(
      bothPaths((path) => cuts.map((at) => ({ path, body: FORM.subarray(0, at) }))),
    );
    expect(answers.some(({ status }) => status === 400)).to.equal(true);
  });

  it('what follows the closing boundary is no part of a form, wherever it is cut off', async () => {
    for (const path of [PREFLIGHT, chunks]) {
      const bodyOf = ({ body }: RawAnswer) => body.replace(/"(?:id|\w+_at)":"[^"]*"/g, '');
      const whole = await send({ path, body: FORM });
      const answers = await sendAll(
        cuts.map((at) => ({ path, body: Buffer.concat([FORM, FORM.subarray(0, at)]) })),
      );
      for (const answer of answers) expect(bodyOf(answer)).to.equal(bodyOf(whole));
    }
  });

  it('a form damaged at any byte leaves the process alive', async () => {
    const damaged = (at: number, byte: number) => {
      const body = Buffer.from(FORM);
      body[at] = byte;
      return body;
    };
    await sendAll(
      bothPaths((path) => cuts.map((at) => ({ path, body: damaged(at, (at * 37) % 256) }))),
    );
    const doubled = (at: number) => Buffer.concat([FORM.subarray(0, at), FORM]);
    await sendAll(
      bothPaths((path) =>
        cuts.flatMap((at) => (at % 3 === 0 ? [{ path, body: doubled(at) }] : [])),
      ),
    );
  });

  it('a body that stops coming is 408 request_timeout, of every kind', async () => {
    const types = [
      'Content-Type: multipart/form-data; boundary=B',
      'Content-Type: application/json',
      'Content-Type: application/x-www-form-urlencoded',
    ];
    const session = chunks.replace(/\/[^/]+\/chunks$/, '');
    const requests = [PREFLIGHT, chunks, session].flatMap((path) =>
      types.flatMap((type) =>
        ['identity', 'gzip'].map((encoding) => ({
          path,
          headers: [type, `Content-Encoding: ${encoding}`],
          body: Buffer.alloc(0),
          length: 1000,
          then: 'wait' as const,
        })),
      ),
    );
    const answers = await sendAll(requests);
    for (const [at, { status, body }] of answers.entries()) {
      if (status === 415) continue;
      expect(status, `${requests[at]!.path} ${requests[at]!.headers.join()}`).to.equal(408);
      expect(JSON.parse(body).error).to.equal('request_timeout');
    }
    expect(answers.filter(({ status }) => status === 408)).to.have.length.greaterThan(13);
  });

  it('answers of Node itself have our body and a request id', async () => {
    const raw = async (text: string, options?: RawOptions) =>
      sendRaw(web.port, Buffer.from(text), options);
    const invalid = { error: 'bad_request', message: 'The request is not valid HTTP.' };
    const early = { error: 'bad_request', message: 'The request ended too early.' };
    const large = {
      error: 'headers_too_large',
      message: 'The headers of the request are too large.',
    };
    const noHost = { error: 'bad_request', message: 'The header Host is missing.' };
    const seen = [
      [await raw('nonsense\r\n\r\n'), 400, invalid],
      [await raw('GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'), 400, invalid],
      [await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, noHost],
      [await raw('GET / HTTP/1.1\r\nHost: a\r\n', { then: 'end' }), 400, early],
      [await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 431, large],
      [
        await raw(
          `POST ${PREFLIGHT} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tenant.readKey}\r\n` +
            'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
        ),
        400,
        invalid,
      ],
      [
        await raw('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n'),
        200,
        { status: 'ok' },
      ],
    ] as const;
    for (const [{ status, body, headers }, expected, ours] of seen) {
      expect(status, body).to.equal(expected);
      expect(JSON.parse(body)).to.deep.equal(ours);
      expect(headers['content-type']).to.match(/^application\/json/);
      // By it the operator finds the line in the log.
      const id = headers['x-request-id'];
      expect(id).to.be.a('string');
      if (status === 200) continue;
      await eventually(() => {
        expect(web.lines.map((line) => line['request_id'])).to.include(id);
      });
    }
  });
});
