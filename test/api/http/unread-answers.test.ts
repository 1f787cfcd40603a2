import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { createServer } from '../../../api/http/create-server.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const DOCUMENT = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
/** More documents than the buffers of two sockets hold. */
const MANY = 60;
const PERIOD_MS = 300;

describe('an answer of which its client takes nothing', () => {
  const database = withDatabase();
  const api = startApi(database);
  let server: Server;
  let socket: Socket;
  let closed: Promise<unknown>;

  beforeEach('a server that waits for less than a minute', async () => {
    server = createServer(api.context);
    expect(server.timeout).to.equal(60_000);
    server.timeout = PERIOD_MS;
    server.on('connection', (one) => (closed = once(one, 'close')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(server, 'connection');
  });
  afterEach(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  it('is cut off', async () => {
    socket.write(DOCUMENT.repeat(MANY));
    await closed;
  });

  it('is not, where the client takes it, nor is a connection without one', async () => {
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    socket.write(DOCUMENT.repeat(MANY));
    let taken = 0;
    const begun = performance.now();
    await eventually(() => {
      taken += (socket.read() as Buffer | null)?.length ?? 0;
      expect(performance.now() - begun).to.be.above(4 * PERIOD_MS);
    });
    expect(taken).to.be.above(0);
    expect(isClosed).to.equal(false);
  });
});
