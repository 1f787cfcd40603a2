import { spawn } from 'node:child_process';
import type { ServerUser } from './embedded-postgres/server-user.ts';

/**
 * Keeps a list of process ids from its standard input (`+ 12`, `- 12`), which the system closes when we are gone, for
 * whatever reason. Then everything still on the list gets the first signal, and after 15 s the second (0: none); the
 * third argument names a directory to remove.
 */
const script = `
pids=
while read -r op pid; do
  case $op in
    +) pids="$pids $pid" ;;
    -) kept=; for p in $pids; do [ "$p" = "$pid" ] || kept="$kept $p"; done; pids=$kept ;;
  esac
done
for p in $pids; do kill -s "$1" "$p" 2>/dev/null; done
tries=0
while [ $tries -lt 150 ]; do
  alive=
  for p in $pids; do kill -0 "$p" 2>/dev/null && alive="$alive $p"; done
  [ -n "$alive" ] || break
  sleep 0.1
  tries=$((tries + 1))
done
for p in $alive; do kill -s "$2" "$p" 2>/dev/null; done
[ -z "$3" ] || rm -rf -- "$3"
`;

export interface ProcessGuard {
  watch: (pid: number) => void;
  unwatch: (pid: number) => void;
  /** Call this when all watched processes have ended. */
  end: () => void;
}

interface GuardOptions {
  signals?: readonly [string, string];
  /** The user that the processes belong to; null: ours. */
  user?: ServerUser;
  /** A directory to remove with them. */
  scratch?: string | undefined;
}

/** Starts the guard: no process it watches outlives us, not even when we get SIGKILL. */
export function startProcessGuard(options: GuardOptions = {}): ProcessGuard {
  if (process.platform === 'win32') {
    const nothing = () => undefined;
    return { watch: nothing, unwatch: nothing, end: nothing };
  }
  const { signals = ['TERM', 'KILL'], user = null, scratch = '' } = options;
  const guard = spawn('/bin/sh', ['-c', script, 'guard', ...signals, scratch], {
    // In a separate group: Ctrl-C in the terminal must not end the guard before what it watches.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return {
    watch: (pid) => guard.stdin.write(`+ ${pid}\n`),
    unwatch: (pid) => guard.stdin.write(`- ${pid}\n`),
    end: () => {
      guard.kill('SIGKILL');
    },
  };
}
