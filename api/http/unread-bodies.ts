import type { IncomingMessage, ServerResponse } from 'node:http';

/** A body up to this size is read to its end and thrown away, which costs less than a new connection. Bytes. */
const DRAINED_BYTES_MAX = 64 * 1024;
/** A client has so long to take an answer that came before its body was over. Milliseconds. */
const LINGER_MS = 3_000;

/**
 * Sees to it that an answer given before the body was over ends the connection instead of reading the rest: a refusal
 * that takes in 30 MB costs more than what it refuses. The rest stays in the kernel, which makes the client wait. Ours
 * is half closed behind the answer and destroyed a little later, because destroying it at once resets the
 * connection, and a client that is still sending would see that in place of the answer.
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

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Infinity) <= DRAINED_BYTES_MAX;
}

function hangUp(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node drains a request that nobody has read from.
  req.read();
  req.pause();
  // What Node calls once the last answer of a connection is out.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
