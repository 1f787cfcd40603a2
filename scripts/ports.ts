import { createServer } from 'node:net';

/** Whether nothing listens on this port of 127.0.0.1. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

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

/** `preferred` or the next free port above it, passing over those in `taken`. */
export async function nextFreePort(preferred: number, taken: ReadonlySet<number>): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 200, 65_536); port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  return freePort();
}
