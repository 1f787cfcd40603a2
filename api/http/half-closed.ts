import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** It takes two of these to reveal a client that hung up: it resets the connection at the first, so the second fails. */
const ASK_EVERY_MS = 1_000;

/**
 * Lets a client close its side of the connection after its request and wait for the answer, as HTTP allows. A client
 * that hung up looks the same until we write to it. A client that waits long is therefore sent `100 Continue`, which
 * clients of HTTP/1.1 ignore. If it is gone, the work for it ends as usual.
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
