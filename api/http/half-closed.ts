import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Two of these reveal a client that hung up: its reset answers the first write, and the second one fails. */
const ASK_EVERY_MS = 1_000;

/**
 * Lets a client close its side of the connection after its request and wait for the answer, as HTTP allows. A client that
 * hung up looks the same until we write to it. So we send `100 Continue`, which clients of HTTP/1.1 ignore, to a client
 * that waits long: if it is gone, the work for it ends as usual.
 *
 * `serving` returns the current answer of a connection.
 */
export function allowHalfClosed(
  server: Server,
  serving: (socket: Duplex) => ServerResponse | undefined,
): void {
  // Node has no type for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.once('end', () => {
      const timer = setInterval(() => {
        const res = serving(socket);
        if (res?.headersSent === false && res.req.httpVersion === '1.1') res.writeContinue();
      }, ASK_EVERY_MS);
      socket.once('close', () => clearInterval(timer));
    });
  });
}
