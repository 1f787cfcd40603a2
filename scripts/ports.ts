import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Whether something answers on this port of 127.0.0.1. Does not bind the port, which would take it from another start
 * for a moment. If nothing answers, the port may still be taken.
 */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** `preferred`, or the next port above it on which nothing answers. Only binding it makes sure of it. */
export async function nextPort(preferred: number): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 200, 65_536); port += 1) {
    if (!(await isTaken(port))) return port;
  }
  return freePort();
}
