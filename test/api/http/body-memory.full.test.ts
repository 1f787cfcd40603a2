import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const MIB = 1024 * 1024;
const PREFLIGHT = '/api/v1/imports/preflight';

describe('the memory for request bodies', function () {
  const captured = createCapturedLog();
  const { api } = withApi({
    env: { UPLOAD_MEMORY_MB: '64', UPLOAD_MEMORY_PER_HOUSEHOLD_MB: '32' },
    log: captured.log,
  });
  const held = () => api.context.limits.uploadBytes.held;
  const sockets: Socket[] = [];
  afterEach('everything is given back', async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(() => expect(held()).to.equal(0));
  });

  /** Promises a body of 30 MiB and sends so much of it. */
  function stall(key: string, bytes: number, contentType: string): Socket {
    const port = Number(new URL(api.baseUrl).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write(
      `POST ${PREFLIGHT} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n` +
        `Content-Type: ${contentType}\r\nContent-Length: ${30 * MIB}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, 'a'));
    return socket;
  }
  const upload = (as: 'read' | 'other', size: number) =>
    api.request('POST', PREFLIGHT, {
      as,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `raw_file_content=${'a'.repeat(size)}`,
    });

  it('counts what came, not what was promised', async () => {
    for (let n = 0; n < 20; n += 1) {
      stall(api.tenant.readKey, 1000, 'application/x-www-form-urlencoded');
    }
    await eventually(() => expect(held()).to.equal(20_000));
  });

  it('is bounded for one household, with 503 and Retry-After, and never for another', async () => {
    for (let n = 0; n < 3; n += 1) {
      stall(api.tenant.readKey, 10 * MIB, 'application/x-www-form-urlencoded');
    }
    await eventually(() => expect(held()).to.equal(30 * MIB));
    const refused = await answered([503, 'service_unavailable'], upload('read', 4 * MIB));
    expect(refused.headers.get('retry-after')).to.equal('2');
    await answered(200, upload('other', 4 * MIB));
    const line = captured.lines.find(({ error_code }) => error_code === 'service_unavailable');
    expect(line).to.include({ level: 'warn' });
    expect(line!['message']).to.match(/^requests are refused: Too many bytes/);
  });

  it('counts decompressed bytes, JSON bodies and parts of forms alike', async () => {
    stall(api.tenant.readKey, 20 * MIB, 'application/x-www-form-urlencoded');
    await eventually(() => expect(held()).to.equal(20 * MIB));
    await api.answers(503, 'POST', PREFLIGHT, {
      as: 'read',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ raw_file_content: 'a'.repeat(20 * MIB) })),
    });
    const form = new FormData();
    form.set('file', new Blob(['a'.repeat(9 * MIB)]), 'a.csv');
    form.set('more', 'a'.repeat(9 * MIB));
    await api.answers(503, 'POST', PREFLIGHT, { as: 'read', body: form });
    await api.answers(422, 'POST', '/api/v1/rules', {
      body: JSON.stringify({ name: 'a'.repeat(1000) }),
      headers: { 'Content-Type': 'application/json' },
    });
  });

  it('gives back what is thrown away', async () => {
    stall(api.tenant.readKey, 20 * MIB, 'application/x-www-form-urlencoded');
    await eventually(() => expect(held()).to.equal(20 * MIB));
    const form = new FormData();
    form.set('file', new Blob(['a'.repeat(25 * MIB)]), 'a.csv');
    await api.answers([422, 'file_too_large'], 'POST', PREFLIGHT, { as: 'read', body: form });
  });
});
