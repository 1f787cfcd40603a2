import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { rawRequest, sendRaw } from '../../helpers/raw-http.ts';
import { withApi } from '../../helpers/start-api.ts';
import { holdTable } from '../../helpers/hold-lock.ts';

describe('a client that ends its side of the connection after its request', () => {
  const captured = createCapturedLog();
  const env = { DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  const { database, api } = withApi({ env, log: captured.log });
  const port = () => Number(new URL(api.baseUrl).port);
  const send = async (line: string, body = '') => {
    const headers = [`X-Api-Key: ${api.tenant.writeKey}`, `Content-Length: ${body.length}`];
    const bytes = rawRequest(line, [...headers, 'Content-Type: application/json'], body);
    return sendRaw(port(), bytes, { then: 'end' });
  };

  it('gets its answer, whatever it asked for', async () => {
    const file = JSON.stringify({
      type: 'TransactionImport',
      raw_file_content: 'date,amount\n01/31/2025,4.00\n',
    });
    for (const [line, body, status] of [
      ['GET /api/v1/transactions?per_page=500', '', 200],
      ['GET /api/v1/export', '', 200],
      ['GET /healthz', '', 200],
      ['POST /api/v1/imports/preflight', file, 200],
      ['POST /api/v1/tags', '{"name":"Trip"}', 201],
      ['POST /api/v1/tags', '{', 400],
    ] as const) {
      const answer = await send(line, body);
      expect(answer.status, line).to.equal(status);
    }
  });

  it('gets all answers to the requests that it sent at once', async () => {
    let text = '';
    const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const request = `GET /api/v1/tags HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${api.tenant.readKey}\r\n\r\n`;
    socket.end(request.repeat(5));
    await eventually(() => expect(socket.readableEnded).to.equal(true));
    expect(text.split('HTTP/1.1 200')).to.have.length(6);
  });

  describe('whose answer takes long', () => {
    const preview = JSON.stringify({
      rule: {
        resource_type: 'transaction',
        conditions: [],
        actions: [{ action_type: 'exclude_transaction' }],
      },
    });
    let release: () => Promise<void>;
    let socket: Socket;
    let text: string;

    beforeEach('ask for rows that are locked', async () => {
      release = await holdTable(database.sql, 'transactions');
      text = '';
      socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const headers = [`X-Api-Key: ${api.tenant.readKey}`, 'Content-Type: application/json'];
      const length = `Content-Length: ${preview.length}`;
      socket.end(rawRequest('POST /api/v1/rules/preview', [...headers, length], preview));
      await eventually(() => expect(text).to.equal('HTTP/1.1 100 Continue\r\n\r\n'));
    });
    afterEach(async () => {
      await release();
      socket.destroy();
    });

    it('still gets the answer that it wants', async () => {
      await release();
      await eventually(() => expect(text).to.include('HTTP/1.1 200'));
    });

    it('is known to be gone when it hung up', async () => {
      socket.destroy();
      const aborted = () =>
        captured.lines.filter(({ message }) => String(message).includes('aborted by the client'));
      await eventually(() => expect(aborted()).to.have.length(1));
    });
  });
});
