import { readFileSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether process `pid` is alive and its command line matches: another process may have got the old id. Without /proc we
 * cannot ask, and trust the id.
 */
export function isRunning(pid: number, command: RegExp): boolean {
  if (pid === process.pid || !isAlive(pid)) return false;
  try {
    return command.test(readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
