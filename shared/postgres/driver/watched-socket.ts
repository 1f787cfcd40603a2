import net from 'node:net';
import { openConnections } from '../../platform/metrics/series.ts';
import { answersNewConnection, startTls } from './start-tls.ts';
import type { Address, TlsMode } from './start-tls.ts';

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

/** How often a server that owes an answer is asked for a new connection, and how long it may take to give it. */
const PROBE_AFTER_MS = 5_000;
const PROBE_MS = 5_000;
const PROBES_MAX = 2;

/**
 * Sockets that close when Postgres owes an answer and sends nothing for `silentMs`; null: they wait for ever. The
 * connections to a frozen server, or to one whose host is gone, stay open: without this a pool waits on them for many
 * minutes. A server that twice in a row does not answer to a new connection either is given up sooner. A long answer is not silence,
 * and neither is an idle connection. TLS starts here and not in the driver, which would wrap it around the watched socket,
 * where only ciphertext could be seen.
 */
export function watchedSockets(
  silentMs: number | null,
  tlsMode: TlsMode | null,
): (options: SocketOptions) => net.Socket | Promise<net.Socket> {
  const answers = (address: Address | null) =>
    address === null ? null : () => answersNewConnection(address, tlsMode, PROBE_MS);
  const watched = (socket: net.Socket, address: Address | null): net.Socket => {
    repeatErrors(socket);
    if (silentMs !== null) watch(socket, silentMs, answers(address));
    // The driver names the server in its errors by it.
    return Object.assign(socket, address ?? {});
  };
  const secured = (raw: net.Socket, address: Address): Promise<net.Socket> | net.Socket =>
    tlsMode === null ? raw : startTls(raw, address.host, tlsMode, TLS_TIMEOUT_MS);
  return ({ host: [host = '127.0.0.1'], port: [port = 5432], path }) => {
    if (typeof path === 'string' && path !== '') return watched(counted(net.connect(path)), null);
    const address = { host, port };
    const socket = secured(open(address), address);
    return socket instanceof Promise
      ? socket.then((made) => watched(made, address))
      : watched(socket, address);
  };
}

// The end of a copy is a separate write: with Nagle's algorithm it would wait 40 ms for the server's
// delayed acknowledgement of the rows, and the driver does not turn that off.
const open = (address: Address): net.Socket => counted(net.connect({ ...address, noDelay: true }));

function counted(socket: net.Socket): net.Socket {
  socket.once('connect', () => {
    openConnections.inc();
    socket.once('close', () => openConnections.dec());
  });
  return socket;
}

/**
 * Says an error once more right before the close that follows it. Between the two the driver (postgres 3.4.9) still
 * writes statements to the socket, and answers them neither then nor at the close: a caller that tries again at once would
 * wait forever.
 */
function repeatErrors(socket: net.Socket): void {
  let fault: Error | undefined;
  socket.on('error', (error: Error) => (fault = error));
  socket.once('close', () => fault !== undefined && socket.emit('error', fault));
}

function watch(
  socket: net.Socket,
  silentMs: number,
  answers: (() => Promise<boolean>) | null,
): void {
  let timer: NodeJS.Timeout | undefined;
  let tail = Buffer.alloc(0);
  const giveUp = (): void =>
    void socket.destroy(
      Object.assign(new Error('Postgres has stopped answering'), { code: 'ETIMEDOUT' }),
    );
  const expect = (leftMs = silentMs, unanswered = 0): void => {
    clearTimeout(timer);
    const stepMs = answers === null ? leftMs : Math.min(leftMs, PROBE_AFTER_MS);
    const begun = performance.now();
    const mine = setTimeout(() => void look(), stepMs);
    const look = async (): Promise<void> => {
      if (answers === null || leftMs <= stepMs) {
        giveUp();
        return;
      }
      const missed = (await answers()) ? 0 : unanswered + 1;
      // It has answered meanwhile.
      if (timer !== mine) return;
      if (missed >= PROBES_MAX) giveUp();
      else expect(Math.max(0, leftMs - (performance.now() - begun)), missed);
    };
    timer = mine;
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
  socket.once('close', () => {
    clearTimeout(timer);
    timer = undefined;
  });
}
