import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratchDataDirectory } from '../embedded-postgres/directories.ts';
import { serverUser } from '../embedded-postgres/server-user.ts';
import type { ServerUser } from '../embedded-postgres/server-user.ts';
import { freePort, isTaken } from '../ports.ts';
import { installDebian } from './debian.ts';

/**
 * Starts a PgBouncer in transaction mode in front of the server of a connection string, for all of its databases. On
 * loopback it accepts everyone, as the user of the string.
 */
export async function startPgbouncer(url: string) {
  installDebian('pgbouncer', 'pgbouncer');
  const port = await freePort();
  const user = serverUser();
  const dir = scratchDataDirectory(user);
  const file = join(dir, 'pgbouncer.ini');
  const write = (of: string): void => {
    writeFileSync(file, settingsOf(of, port), { mode: 0o600 });
    if (user !== null) chownSync(file, user.uid, user.gid);
  };
  write(url);
  let child = await launch(file, port, user);
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  };
  process.once('exit', stop);
  return {
    host: `127.0.0.1:${port}`,
    /** Ends it at once, leaves it down for `downMs`, and starts it again at the same address. */
    async restart(downMs: number) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await delay(downMs);
      child = await launch(file, port, user);
    },
    /** Points it at another server from now on, as after a failover. */
    leadTo(other: string) {
      write(other);
      child.kill('SIGHUP');
    },
    stop,
  };
}

function settingsOf(url: string, port: number): string {
  const { hostname, port: serverPort, username, password } = new URL(url);
  return `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
max_client_conn = 1000
server_idle_timeout = 10
log_connections = 0
log_disconnections = 0
log_stats = 0
`;
}

async function launch(file: string, port: number, user: ServerUser): Promise<ChildProcess> {
  const child = spawn('pgbouncer', ['-q', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...user,
  });
  while (!(await isTaken(port))) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start');
    await delay(50);
  }
  return child;
}
