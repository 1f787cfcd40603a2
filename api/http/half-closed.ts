import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A client that hung up is known after two of these: the first write is answered by a reset, the second one fails. */
const ASK_EVERY_MS = 1_000;

/**
 * Lets a client end its side of the connection after its request and wait for the answer, as HTTP allows. To us a
 * client that hung up looks the same until something is written to it: so `100 Continue`, which clients of HTTP/1.1
 * pass over, is sent to one that waits long. Then the work for nobody ends as it does elsewhere.
 *
 * `serving` tells the answer under way on a connection.
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
