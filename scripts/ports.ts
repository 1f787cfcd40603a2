import { connect, createServer } from 'node:net';

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
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
