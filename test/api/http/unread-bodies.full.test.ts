import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import got from 'got';
import { eventually } from '../../helpers/eventually.ts';
import { withApi } from '../../helpers/start-api.ts';

const MIB = 1024 * 1024;
const PREFLIGHT = '/api/v1/imports/preflight';
const BODY = Buffer.alloc(40 * MIB, 'a');

/** What a client got for a body of 40 MiB; it throws when it saw a broken connection instead. */
type Client = (
  url: string,
  headers: Record<string, string>,
) => Promise<{ status: number; error: string }>;

const hasCurl = spawnSync('curl', ['--version']).error === undefined;
const errorOf = (text: string): string => (JSON.parse(text) as { error: string }).error;

const clients: Record<string, Client> = {
  fetch: async (url, headers) => {
    const answer = await fetch(url, { method: 'POST', headers, body: BODY });
    return { status: answer.status, error: errorOf(await answer.text()) };
  },
  got: async (url, headers) => {
    const { statusCode, body } = await got.post(url, {
      headers,
      body: BODY,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: statusCode, error: errorOf(body) };
  },
  curl: async (url, headers) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'ledgerline-curl-'));
    try {
      const file = path.join(directory, 'body');
      await writeFile(file, BODY);
      const lines = Object.entries({ ...headers, Expect: '' }).flatMap(([name, value]) => [
        '-H',
        `${name}: ${value}`,
      ]);
      const { stdout } = await promisify(execFile)('curl', [
        '-s',
        '-w',
        '\n%{http_code}',
        '--data-binary',
        `@${file}`,
        ...lines,
        url,
      ]);
      const [body = '', status] = stdout.split('\n');
      return { status: Number(status), error: errorOf(body) };
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

describe('an answer that comes before the body is over', function () {
  const { api } = withApi({
    env: { UPLOAD_MEMORY_MB: '64', UPLOAD_MEMORY_PER_HOUSEHOLD_MB: '32' },
  });
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  const open = (): Socket => {
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  const head = (length: number, key: string): string =>
    `POST ${PREFLIGHT} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

  for (const [name, send] of Object.entries(clients)) {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    it(`reaches ${name}, which is still sending`, async function () {
      if (name === 'curl' && !hasCurl) this.skip();
      const url = api.baseUrl + PREFLIGHT;
      expect(await send(url, { ...type, 'X-Api-Key': 'wrong' })).to.deep.equal({
        status: 401,
        error: 'unauthorized',
      });
      expect(await send(url, { ...type, 'X-Api-Key': api.tenant.readKey })).to.deep.equal({
        status: 413,
        error: 'payload_too_large',
      });
      expect(
        await send(`${api.baseUrl}/api/v1/rules`, { ...type, 'X-Api-Key': api.tenant.writeKey }),
      ).to.deep.equal({ status: 415, error: 'unsupported_media_type' });
    });
  }

  it('reaches a client whose bytes have no place, in the middle of its body', async () => {
    const holding = open();
    holding.write(head(30 * MIB, api.tenant.readKey));
    holding.write(Buffer.alloc(20 * MIB, 'a'));
    const { uploadBytes } = api.context.limits;
    await eventually(() => expect(uploadBytes.held).to.equal(20 * MIB));
    for (const chunked of [false, true]) {
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        const request = http.request(api.baseUrl + PREFLIGHT, {
          method: 'POST',
          headers: {
            'X-Api-Key': api.tenant.readKey,
            'Content-Type': 'application/x-www-form-urlencoded',
            ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': 30 * MIB }),
          },
        });
        request.on('response', resolve);
        request.on('error', reject);
        request.end(BODY.subarray(0, 30 * MIB));
      });
      expect(answer.statusCode).to.equal(503);
      expect(answer.headers).to.include({ connection: 'close', 'retry-after': '2' });
      const text = (await answer.toArray()).join('');
      expect(errorOf(text)).to.equal('service_unavailable');
    }
  });

  it('ends the connection of a client that reads no answer and keeps sending', async () => {
    const socket = open();
    let flushed = 0;
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    socket.write(head(1000 * MIB, 'wrong'));
    const more = (): void => {
      if (isClosed) return;
      socket.write(BODY.subarray(0, MIB), (error) => {
        if (error) return;
        flushed += MIB;
        more();
      });
    };
    more();
    await eventually(() => expect(isClosed).to.equal(true));
    // What the buffers of the kernel hold, and no more.
    expect(flushed).to.be.below(100 * MIB);
  });

  it('keeps the connection when the rest of the body is short', async () => {
    const socket = open();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(head(5000, 'wrong') + 'a'.repeat(100));
    await eventually(() => expect(text).to.include('401 Unauthorized'));
    expect(text).to.not.match(/connection: close/i);
    text = '';
    socket.write('a'.repeat(4900) + 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(text).to.include('200 OK'));
  });
});
