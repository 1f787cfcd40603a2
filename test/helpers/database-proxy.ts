import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A way to Postgres that can go silent. */
export interface DatabaseProxy {
  /** The connection string of the database behind it. */
  url: string;
  /** Connections of now stay open and carry nothing any more; later ones work. */
  freeze(): void;
  close(): Promise<void>;
}

/** Listens before a Postgres, with a certificate through TLS. */
export async function startDatabaseProxy(
  databaseUrl: string,
  certificate: { key: string; cert: string } | null,
): Promise<DatabaseProxy> {
  const behind = new URL(databaseUrl);
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    return socket;
  };
  const join = (client: Socket): void => {
    const server = keep(connect(Number(behind.port), behind.hostname));
    client.pipe(server).pipe(client);
  };
  const proxy = createServer((raw) => {
    keep(raw);
    if (certificate === null) {
      join(raw);
      return;
    }
    // SSLRequest, the only thing that comes before its answer.
    raw.once('data', () => {
      raw.pause();
      raw.write('S');
      join(keep(new TLSSocket(raw, { isServer: true, ...certificate })));
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = 'localhost';
  url.port = String((proxy.address() as AddressInfo).port);
  if (certificate !== null) url.searchParams.set('sslmode', 'require');
  return {
    url: url.href,
    freeze() {
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    async close() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
