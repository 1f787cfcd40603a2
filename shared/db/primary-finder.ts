import { once } from 'node:events';
import type net from 'node:net';

/** Where a server of Postgres is. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A connection to one of several servers that may be the primary. */
export interface Candidate {
  readonly socket: net.Socket;
  readonly address: Address;
  /** It is not the primary: the next connection tries another one. False when no other is left to try for now. */
  refuse(): boolean;
}

/** A host that does not take a connection within this time is passed over. */
const CONNECT_MS = 2000;
/** How long the word of a host that it is not the primary stands. */
const STANDS_MS = 1000;

/**
 * Connects to the server that was the primary last, else to the next one that answers. All connections of a pool share one.
 * Rejects with the last error when no host takes a connection.
 */
export function createPrimaryFinder(
  addresses: readonly Address[],
  open: (address: Address) => net.Socket,
): () => Promise<Candidate> {
  let current = 0;
  const refusedAt = addresses.map(() => -Infinity);
  const refuse = (index: number): boolean => {
    refusedAt[index] = performance.now();
    if (current === index) current = (index + 1) % addresses.length;
    return refusedAt.some((at) => performance.now() - at > STANDS_MS);
  };
  return async () => {
    let fault: unknown;
    for (const _ of addresses) {
      const index = current;
      const address = addresses[index];
      if (address === undefined) break;
      const socket = open(address);
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
        return { socket, address, refuse: () => refuse(index) };
      } catch (error) {
        socket.on('error', () => undefined);
        socket.destroy();
        fault = error;
        refuse(index);
      }
    }
    throw fault instanceof Error && fault.name === 'AbortError' ? connectTimeout() : fault;
  };
}

function connectTimeout(): Error {
  return Object.assign(new Error(`no host took a connection within ${CONNECT_MS} ms`), {
    code: 'CONNECT_TIMEOUT',
  });
}
