import net from 'node:net';
import { codedError } from '../../platform/error-code.ts';
import { openConnections } from '../../platform/metrics/series.ts';
import { answersNewConnection, startTls } from './start-tls.ts';
import type { Address, TlsMode } from './start-tls.ts';

interface SocketOptions {
  host: string[];
  port: number[];
  path?: string | false | undefined;
}

/** ReadyForQuery without its last byte (the transaction status): Postgres has answered everything. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** A server that does not finish the handshake within this time is away. Milliseconds. */
const TLS_TIMEOUT_MS = 5_000;

/** How often a server that owes an answer is probed with a new connection, and how long a probe may take. */
const PROBE_AFTER_MS = 5_000;
const PROBE_MS = 5_000;
const PROBES_MAX = 2;

/**
 * Sockets that close if Postgres owes an answer but sends nothing for `silentMs`; null: they wait for ever. Connections to a frozen
 * server, or to one whose host is gone, stay open: without this a pool would wait on them for many minutes. A server that also
 * fails to answer two probes in a row is given up sooner. Neither a long answer nor an idle connection counts as silence. TLS
 * starts here rather than in the driver, which would wrap it around the watched socket, where only ciphertext is visible.
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
    // The driver names the server in its errors by these properties.
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

// COPY's end is a separate write: with Nagle's algorithm it would wait 40 ms for the server's delayed acknowledgement of the rows,
// and the driver does not turn that off.
const open = (address: Address): net.Socket => counted(net.connect({ ...address, noDelay: true }));

function counted(socket: net.Socket): net.Socket {
  socket.once('connect', () => {
    openConnections.inc();
    socket.once('close', () => openConnections.dec());
  });
  return socket;
}

/**
 * Emits an error again right before the close that follows it. In between, the driver (postgres 3.4.9) still writes statements to
 * the socket, and settles them neither then nor at the close: a caller that retries at once would wait for ever.
 */
function repeatErrors(socket: net.Socket): void {
  let fault: Error | undefined;
  socket.on('error', (error: Error) => (fault = error));
  socket.once('close', () => fault !== undefined && socket.emit('error', fault));
}

function watch(socket: net.Socket, silentMs: number, answers: (() => Promise<boolean>) | null) {
  let timer: NodeJS.Timeout | undefined;
  let tail = Buffer.alloc(0);
  const giveUp = (): void =>
    void socket.destroy(codedError('ETIMEDOUT', 'Postgres has stopped answering'));
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
      // An answer came meanwhile.
      if (timer !== mine) return;
      if (missed >= PROBES_MAX) giveUp();
      else expect(Math.max(0, leftMs - (performance.now() - begun)), missed);
    };
    timer = mine;
  };
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    // Counts from the first unanswered write: the driver keeps sending statements after it.
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
