import net from 'node:net';

/** What the driver hands to its socket factory. */
interface SocketOptions {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** ReadyForQuery without its last byte, the state of the transaction: Postgres has answered everything. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * Sockets that end themselves when Postgres owes an answer and is silent for `silentMs`. A frozen server, or
 * one whose host is gone, keeps its connections open: without this a pool waits for it for many minutes.
 * Long answers are no silence, nor is a connection that nobody uses. Under TLS nothing can be seen from
 * here, so that only the limits on both sides of the connection hold there.
 */
export function watchedSockets(silentMs: number): (options: SocketOptions) => net.Socket {
  let next = 0;
  return ({ host, port, path }) => {
    const index = next++ % Math.max(1, host.length);
    const name = host[index] ?? '127.0.0.1';
    const socket =
      typeof path === 'string' && path !== ''
        ? net.connect(path)
        : net.connect(port[index] ?? 5432, name);
    watch(socket, silentMs);
    // The driver names the server in a TLS handshake by it.
    return Object.assign(socket, { host: name, port: port[index] });
  };
}

function watch(socket: net.Socket, silentMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  let tail = Buffer.alloc(0);
  const expect = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      socket.destroy(
        Object.assign(new Error(`Postgres was silent for ${silentMs} ms`), { code: 'ETIMEDOUT' }),
      );
    }, silentMs);
  };
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    expect();
    return write(...args);
  }) as typeof write;
  socket.on('data', (chunk: Buffer) => {
    if (timer === undefined) return;
    tail = Buffer.concat([tail, chunk.subarray(-6)]).subarray(-6);
    clearTimeout(timer);
    timer = undefined;
    if (!tail.subarray(0, 5).equals(READY)) expect();
  });
  socket.once('close', () => clearTimeout(timer));
}
