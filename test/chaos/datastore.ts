import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
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

/** A separate redis-server that has every write in its log before it answers: limits forget nothing. */
export async function startRedis(): Promise<Datastore> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ledgerline-chaos-redis-'));
  const port = await freePort();
  let server = await launchRedis(directory, port);
  process.once('exit', () => server.kill('SIGKILL'));
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  return {
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    async restart(downMs) {
      await kill();
      await delay(downMs);
      server = await launchRedis(directory, port);
    },
    async remove() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function launchRedis(directory: string, port: number): Promise<ChildProcess> {
  const options = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error('redis-server ended'));
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return child;
}
