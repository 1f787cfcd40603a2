import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { createServer } from '../../../api/http/create-server.ts';
import { withApi } from '../../helpers/start-api.ts';

const DOCUMENT = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
/** More documents than the buffers of two sockets hold. */
const MANY = 60;
const PERIOD_MS = 300;

describe('an answer of which its client takes nothing', () => {
  const { api } = withApi();
  let server: Server;
  let socket: Socket;
  let closed: Promise<unknown>;

  beforeEach('a server that waits for less than a minute', async () => {
    server = createServer(api.context);
    expect(server.timeout).to.equal(60_000);
    server.timeout = PERIOD_MS;
    server.once('connection', (one) => (closed = once(one, 'close')));
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

  it('ends no connection whose client has taken all that there is', async () => {
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    // The same server cuts another one meanwhile, which began later.
    const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
    other.on('error', () => undefined);
    const [served] = (await once(server, 'connection')) as [Socket];
    other.write(DOCUMENT.repeat(MANY));
    await once(served, 'close');
    expect(isClosed).to.equal(false);
    other.destroy();
  });
});
