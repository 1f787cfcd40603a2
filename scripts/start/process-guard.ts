import { spawn } from 'node:child_process';

/**
 * Keeps a list of process ids from its standard input (`+ 12`, `- 12`). The input closes when the
 * supervisor is gone, however it went: then everything still on the list is asked to stop, and
 * after 15 s made to.
 */
const script = `
pids=
while read -r op pid; do
  case $op in
    +) pids="$pids $pid" ;;
    -) kept=; for p in $pids; do [ "$p" = "$pid" ] || kept="$kept $p"; done; pids=$kept ;;
  esac
done
for p in $pids; do kill -TERM "$p" 2>/dev/null; done
tries=0
while [ $tries -lt 150 ]; do
  alive=
  for p in $pids; do kill -0 "$p" 2>/dev/null && alive="$alive $p"; done
  [ -n "$alive" ] || exit 0
  sleep 0.1
  tries=$((tries + 1))
done
for p in $alive; do kill -KILL "$p" 2>/dev/null; done
`;

export interface ProcessGuard {
  watch: (pid: number) => void;
  unwatch: (pid: number) => void;
  /** To be called when all watched processes have ended. */
  end: () => void;
}

/** Starts the guard: no process it watches outlives us, not even when we get SIGKILL. */
export function startProcessGuard(): ProcessGuard {
  if (process.platform === 'win32') {
    const nothing = () => undefined;
    return { watch: nothing, unwatch: nothing, end: nothing };
  }
  const guard = spawn('/bin/sh', ['-c', script], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  return {
    watch: (pid) => guard.stdin.write(`+ ${pid}\n`),
    unwatch: (pid) => guard.stdin.write(`- ${pid}\n`),
    end: () => {
      guard.stdin.end();
      guard.unref();
    },
  };
}
