import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export type ServerProxy = Awaited<ReturnType<typeof startServerProxy>>;

export interface ProxyOptions {
  /** What Postgres presents through TLS, which ends here. Default: none, in the clear. */
  certificate?: { key: string; cert: string } | null;
  /** Where it listens. Default: on loopback. */
  host?: string;
  /** What becomes of what the server says. Default: as it is. */
  change?: (said: Buffer) => Buffer;
}

/** Listens before the server of a URL, Postgres or Redis: a way to it that can go silent. */
export async function startServerProxy(
  serverUrl: string,
  { certificate = null, host, change = (said) => said }: ProxyOptions = {},
) {
  let behind = new URL(serverUrl);
  const open = new Set<ReturnType<typeof pipe>>();
  let isCut = false;
  const join = (client: Socket): void => {
    const server = connect(Number(behind.port), behind.hostname);
    const made = pipe(client, server, change);
    open.add(made);
    for (const end of [client, server]) {
      end.on('error', () => undefined);
      end.once('close', () => {
        client.destroy();
        server.destroy();
        open.delete(made);
      });
    }
    if (isCut) made.freeze();
  };
  const proxy = createServer((raw) => {
    if (certificate === null) {
      join(raw);
      return;
    }
    raw.on('error', () => undefined);
    // SSLRequest, the only thing that comes before its answer.
    raw.once('data', () => {
      raw.pause();
      raw.write('S');
      join(new TLSSocket(raw, { isServer: true, ...certificate }));
    });
  });
  proxy.listen(0, host ?? '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(serverUrl);
  url.hostname = host ?? 'localhost';
  url.port = String((proxy.address() as AddressInfo).port);
  if (certificate !== null) url.searchParams.set('sslmode', 'require');
  const freeze = (): void => {
    for (const each of open) each.freeze();
  };
  return {
    /** The address of the server as it is behind it. */
    url: url.href,
    /** Connections of now stay open and carry nothing any more; later ones work. */
    freeze,
    /** Connections of now are reset, as by a server that crashes; later ones work. */
    reset() {
      for (const each of open) each.reset();
    },
    /** No connection carries anything, later ones included, and none is closed: as when packets are lost. */
    cut() {
      isCut = true;
      freeze();
    },
    /** What was cut continues where it was. */
    mend() {
      isCut = false;
      for (const each of open) each.thaw();
    },
    /** New connections go to another server, as those of an address that follows the primary. */
    leadTo: (nextUrl: string) => void (behind = new URL(nextUrl)),
    /** As a host that is gone: connections of now stay open and carry nothing, and there are no later ones. */
    vanish() {
      freeze();
      proxy.close();
    },
    async close() {
      const closed = once(proxy, 'close');
      const wasListening = proxy.listening;
      if (wasListening) proxy.close();
      for (const each of open) each.destroy();
      if (wasListening) await closed;
    },
  };
}

function pipe(client: Socket, server: Socket, change: (said: Buffer) => Buffer) {
  client.on('data', (said: Buffer) => server.write(said));
  server.on('data', (said: Buffer) => client.write(change(said)));
  client.on('end', () => server.end());
  server.on('end', () => client.end());
  const ends = [client, server];
  return {
    freeze: () => ends.forEach((end) => end.pause()),
    thaw: () => ends.forEach((end) => end.resume()),
    reset: () => client.resetAndDestroy(),
    destroy: () => ends.forEach((end) => end.destroy()),
  };
}
