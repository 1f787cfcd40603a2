import { spawn } from 'node:child_process';
import type { ServerUser } from './server-user.ts';

/**
 * Reads its standard input until that closes, which the system does for us however we die; then
 * asks the server to stop and, for a throw-away one, removes its files.
 */
const script = `
cat >/dev/null
kill -INT "$1" 2>/dev/null
tries=0
while kill -0 "$1" 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
[ -z "$2" ] || rm -rf -- "$2"
`;

/**
 * Makes sure that the server with process id `pid` does not outlive us, not even after SIGKILL.
 * `scratch`: its data directory when that goes with it. Returns a function that calls the guard
 * off, to be used once the server has ended.
 */
export function guardServer(pid: number, user: ServerUser, scratch?: string): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid), scratch ?? ''], {
    // In a separate group: Ctrl-C in the terminal must not end the guard before the server.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return () => {
    guard.kill('SIGKILL');
  };
}
