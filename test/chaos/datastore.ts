import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeDataDirectory } from '../../scripts/embedded-postgres/directories.ts';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres/server.ts';
import type { EmbeddedServer } from '../../scripts/embedded-postgres/server.ts';
import { freePort } from '../../scripts/ports.ts';

/** A server that can be ended without warning and started again on its files and its port. */
export type Datastore = {
  name: string;
  url: string;
  /** Ends it at once, leaves it down for so long, and brings it back. Resolves when it answers. */
  restart(downMs: number): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
};

/** The embedded PostgreSQL. Commits are kept as in production: only a power cut could lose them. */
export async function startPostgres(): Promise<Datastore> {
  const base = mkdtempSync(path.join(tmpdir(), 'ledgerline-chaos-'));
  const dataDir = path.join(base, 'postgres');
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  let ended: () => void = () => undefined;
  const launch = (): Promise<EmbeddedServer> =>
    startEmbeddedPostgres({
      dataDir,
      password,
      port,
      // The operating system outlives the server here, so nothing is lost by not waiting for the disk.
      settings: { fsync: 'off', synchronous_commit: 'on', max_connections: '300' },
      onCrash: () => {
        ended();
      },
    });
  let server = await launch();
  return {
    name: 'PostgreSQL',
    url: server.urlOf('postgres'),
    async restart(downMs) {
      const gone = new Promise<void>((resolve) => (ended = resolve));
      // "Immediate shutdown": no checkpoint, every session dropped; the next start recovers from the log.
      process.kill(server.pid, 'SIGQUIT');
      await gone;
      await delay(downMs);
      server = await launch();
    },
    async remove() {
      await server.stop();
      removeDataDirectory(dataDir);
      rmSync(base, { recursive: true, force: true });
    },
  };
}
