import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reading a body of up to this size and discarding it costs less than a new connection. Bytes. */
const DRAINED_BYTES_MAX = 64 * 1024;
/** How long a client has to read an answer that was sent before its body ended. Milliseconds. */
const LINGER_MS = 3_000;

/**
 * Closes the connection after an answer that is sent before the body has ended, instead of reading the rest: reading 30 MB to
 * refuse them would cost more than accepting them. The rest stays in the kernel, which makes the client wait. The socket is
 * half closed after the answer and destroyed a little later: destroying it at once would reset the connection, and a client
 * that is still sending would see the reset instead of the answer.
 */
export function closeUnread(req: IncomingMessage, res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res);
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (!req.complete) {
      if (isShort(req)) req.resume();
      else hangUp(req, res);
    }
    return writeHead(...args);
  }) as typeof writeHead;
}

/** A request with neither header has no body. If it is answered at once, Node has not marked it as complete yet. */
function isShort({ headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return !isChunked && Number(headers['content-length'] ?? 0) <= DRAINED_BYTES_MAX;
}

function hangUp(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node drains a request that was never read from.
  req.read();
  req.pause();
  // Node calls this after the last answer on a connection has been sent.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
