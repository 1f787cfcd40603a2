import net from 'node:net';
import { openConnections } from '../metrics/series.ts';
import { startTls } from './start-tls.ts';
import type { TlsMode } from './start-tls.ts';

/** What the driver hands to its socket factory. */
interface SocketOptions {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** ReadyForQuery without its last byte, the state of the transaction: Postgres has answered everything. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A server that does not get through the handshake in this time is away. Milliseconds. */
const TLS_TIMEOUT_MS = 5_000;

/**
 * Sockets that close when Postgres owes an answer and sends nothing for `silentMs`; null: they wait for ever. The
 * connections to a frozen server, or to one whose host is gone, stay open: without this a pool waits on them for many
 * minutes. A long answer is not silence, and neither is an idle connection. TLS starts here and not in the driver, which
 * would wrap it around the watched socket, where only ciphertext could be seen.
 */
export function watchedSockets(
  silentMs: number | null,
  tlsMode: TlsMode | null,
): (options: SocketOptions) => net.Socket | Promise<net.Socket> {
  let next = 0;
  return ({ host, port, path }) => {
    const index = next++ % Math.max(1, host.length);
    const name = host[index] ?? '127.0.0.1';
    const isLocal = typeof path === 'string' && path !== '';
    // The end of a copy is a write of its own: with Nagle's algorithm it would wait 40 ms for the server's
    // delayed acknowledgement of the rows, and the driver does not turn that off.
    const raw = isLocal
      ? net.connect(path)
      : net.connect({ host: name, port: port[index] ?? 5432, noDelay: true });
    raw.once('connect', () => {
      openConnections.inc();
      raw.once('close', () => openConnections.dec());
    });
    const watched = (socket: net.Socket): net.Socket => {
      repeatErrors(socket);
      if (silentMs !== null) watch(socket, silentMs);
      // The driver names the server in its errors by it.
      return Object.assign(socket, { host: name, port: port[index] });
    };
    if (tlsMode === null) return watched(raw);
    return startTls(raw, name, tlsMode, TLS_TIMEOUT_MS).then(watched);
  };
}

/**
 * Says an error once more right before the close that follows it. Between the two the driver (postgres 3.4.9) still
 * writes statements to the socket, and answers them neither then nor at the close: whoever tries again at once would
 * wait for ever.
 */
function repeatErrors(socket: net.Socket): void {
  let fault: Error | undefined;
  socket.on('error', (error: Error) => (fault = error));
  socket.once('close', () => fault !== undefined && socket.emit('error', fault));
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
    // Since the first unanswered write: the driver keeps sending statements after it.
    if (timer === undefined) expect();
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
