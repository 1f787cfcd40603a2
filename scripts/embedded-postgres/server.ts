import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../ports.ts';
import { isAlive, isRunning } from '../running.ts';
import { runProgram } from '../run-program.ts';
import { findBinaries } from './binaries.ts';
import { keptDataDirectory, scratchDataDirectory, scratchDirectories } from './directories.ts';
import { startProcessGuard } from '../process-guard.ts';
import { serverUser, type ServerUser } from './server-user.ts';

export type ServerOptions = {
  /** Where the cluster is kept; absent: a temporary one, removed when it stops. */
  dataDir?: string;
  /** Keeps a temporary cluster in memory where there is room. */
  inMemory?: boolean;
  /** The password of the superuser `postgres`; must be the same at each start of a kept cluster. */
  password: string;
  /** Folder of an installed server's programs; absent: those of the package. */
  bin?: string;
  /** TCP port on 127.0.0.1; absent: a free one. */
  port?: number;
  /** Server settings, e.g. { fsync: 'off' }. */
  settings?: Record<string, string>;
  /** Receives the lines of the server's log. */
  onLog?: (line: string) => void;
  /** Called when the server ends unexpectedly. */
  onCrash?: (reason: string) => void;
};

export type EmbeddedServer = Awaited<ReturnType<typeof launch>>;

type ServerProcess = ChildProcessByStdio<null, null, Readable>;

/** On a slow disk or a busy machine initdb alone takes a minute. */
const startTimeoutMs = 180_000;
const readyLine = /database system is ready to accept (read-only )?connections/;
const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

const run = (file: string, args: string[], user: ServerUser): Promise<void> =>
  runProgram(file, args, { cwd: '/', env: environment, timeout: startTimeoutMs, ...user });

/**
 * initdb needs a name for its user id, which a container's arbitrary id does not have. Then it runs as `nobody` in a
 * user namespace, where the kernel allows that; the files still become ours.
 */
async function runInitdb(initdb: string, args: string[], user: ServerUser): Promise<void> {
  try {
    await run(initdb, args, user);
  } catch (error) {
    if (!String(error).includes('could not look up effective user')) throw error;
    const namespace = ['--user', '--map-user=65534', '--map-group=65534', initdb];
    await run('unshare', [...namespace, ...args], user).catch(() => {
      throw new Error(
        `PostgreSQL cannot make a database for user id ${process.getuid?.() ?? '?'}, which has no ` +
          'name on this machine. Add it to /etc/passwd, or set DATABASE_URL to a server of your own.',
        { cause: error },
      );
    });
  }
}

/** Creates the cluster's files: UTF-8, one collation on every platform, passwords for everyone. */
async function initialise(bin: string, dataDir: string, options: ServerOptions, user: ServerUser) {
  const [base = dataDir] = scratchDirectories(user);
  const secret = mkdtempSync(join(base, 'ledgerline-init-'));
  try {
    const passwordFile = join(secret, 'password');
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if (user !== null) {
      chownSync(secret, user.uid, user.gid);
      chownSync(passwordFile, user.uid, user.gid);
    }
    const args = ['-D', dataDir, '-U', 'postgres', `--pwfile=${passwordFile}`, '--no-instructions'];
    args.push('--auth=scram-sha-256', '--encoding=UTF8', '--no-sync');
    // Servers before 17 have no builtin collation.
    if (options.bin !== undefined) args.push('--locale=C.UTF-8');
    else args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    await runInitdb(join(bin, 'initdb'), args, user);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

/** Ends a server that an earlier run left on this cluster, or removes its lock file when dead. */
async function clearOldServer(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (pid > 0 && isRunning(pid, /postgres/)) {
    process.kill(pid, 'SIGINT');
    for (let i = 0; i < 150 && isAlive(pid); i += 1) await delay(100);
    if (isAlive(pid)) throw new Error(`A PostgreSQL server (${pid}) still runs on ${dataDir}.`);
  }
  rmSync(file, { force: true });
}

/** Resolves when the server accepts connections; rejects with its last log lines when it does not. */
function untilReady(child: ServerProcess, onLog: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    const timer = setTimeout(() => {
      reject(new Error(`PostgreSQL was not ready in time:\n${last.join('\n')}`));
    }, startTimeoutMs);
    const settle = (error?: Error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    createInterface({ input: child.stderr }).on('line', (line) => {
      onLog(line);
      last.push(line);
      if (last.length > 30) last.shift();
      if (readyLine.test(line)) settle();
    });
    child.once('error', settle);
    child.once('exit', () => settle(new Error(`PostgreSQL did not start:\n${last.join('\n')}`)));
  });
}

async function stopServer(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    if ((await Promise.race([ended, delay(7_000, 'late', { ref: false })])) !== 'late') return;
  }
}

/**
 * Starts the embedded PostgreSQL, creating the cluster first when there is none. It listens on 127.0.0.1 only, requires
 * the password from everyone, and ends when this process does. Throws with the server's own words when it is not ready
 * within three minutes.
 */
export async function startEmbeddedPostgres(options: ServerOptions): Promise<EmbeddedServer> {
  const user = serverUser();
  const bin = options.bin ?? findBinaries(user);
  const kept = options.dataDir === undefined ? null : keptDataDirectory(options.dataDir, user);
  const dataDir = kept ?? scratchDataDirectory(user, options.inMemory);
  const scratch = kept === null ? dataDir : undefined;
  const discard = () => {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  };
  try {
    if (existsSync(join(dataDir, 'PG_VERSION'))) await clearOldServer(dataDir);
    else await initialise(bin, dataDir, options, user);
    const server = await launch(bin, dataDir, options, user, scratch);
    return {
      ...server,
      stop: async () => {
        await server.stop();
        discard();
      },
    };
  } catch (error) {
    discard();
    throw error;
  }
}

async function launch(
  bin: string,
  dataDir: string,
  options: ServerOptions,
  user: ServerUser,
  scratch: string | undefined,
) {
  const port = options.port ?? (await freePort());
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', dataDir, ...args], {
    cwd: '/',
    env: environment,
    // A separate session: Ctrl-C in the terminal must reach us first, the database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const guard = startProcessGuard({ signals: ['INT', '0'], user, scratch });
  if (child.pid !== undefined) guard.watch(child.pid);
  let stopping = false;
  try {
    await untilReady(child, options.onLog ?? (() => undefined));
  } catch (error) {
    await stopServer(child);
    guard.end();
    throw error;
  }
  child.once('exit', (code, signal) => {
    guard.end();
    if (!stopping) options.onCrash?.(signal ?? `exit code ${code ?? 0}`);
  });
  const secret = encodeURIComponent(options.password);
  return {
    port,
    pid: child.pid ?? 0,
    /** Connection string of a database on this server, as the superuser. */
    urlOf: (database: string) => `postgres://postgres:${secret}@127.0.0.1:${port}/${database}`,
    /** Ends the server within 20 s, by force if necessary. May be called twice. */
    stop: async () => {
      stopping = true;
      await stopServer(child);
      guard.end();
    },
  };
}
