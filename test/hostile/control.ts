import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 100;
const BARE =
  "require('node:http').createServer((_, res) => res.end())" +
  ".listen(0, '127.0.0.1', function () { console.log(this.address().port) })";

/**
 * Asks a process that does nothing else than answer, while `work` runs: what takes long there, too, took long because of
 * the machine. Resolves with its slowest answer. Milliseconds.
 */
export async function withControl(work: () => Promise<void>): Promise<number> {
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] });
  let slowest = 0;
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const over = new AbortController();
    const asking = (async () => {
      while (!over.signal.aborted) {
        const begun = performance.now();
        // On a new connection: the server closes one on which nothing came for five seconds.
        const headers = { Connection: 'close' };
        await (await fetch(`http://127.0.0.1:${port.toString().trim()}/`, { headers })).text();
        slowest = Math.max(slowest, performance.now() - begun);
        await delay(EVERY_MS);
      }
    })();
    await work().finally(() => over.abort());
    await asking;
  } finally {
    child.kill('SIGKILL');
  }
  return slowest;
}
