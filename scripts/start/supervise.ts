import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { eachLine, printLine, readable } from './output.ts';
import { startProcessGuard, type ProcessGuard } from './process-guard.ts';

export interface ChildSpec {
  /** As in the Procfile; in front of its lines. */
  name: string;
  /** The program and its arguments, run by this Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
}

export interface Supervisor {
  start: (spec: ChildSpec) => void;
  /** Ends all children, by force after the deadline. No child is restarted any more. */
  stop: (deadlineMs: number) => Promise<void>;
}

interface Running {
  spec: ChildSpec;
  child: ChildProcess;
  ended: Promise<void>;
}

const firstBackoffMs = 500;
const longestBackoffMs = 30_000;
/** A child that ran this long had come up: its next crash is a new one. */
const stableMs = 30_000;

/**
 * Runs child processes: their output is printed under their names, and a child that ends by itself
 * is reported and started again, later each time. `root` is their working directory.
 */
export function createSupervisor(root: string): Supervisor {
  const guard = startProcessGuard();
  const running = new Map<string, Running>();
  const stopping = new AbortController();
  // A function, because the compiler takes a property it has just seen false for false for good.
  const stopped = () => stopping.signal.aborted;

  const run = async (spec: ChildSpec): Promise<void> => {
    let backoffMs = firstBackoffMs;
    while (!stopped()) {
      const startedAt = Date.now();
      const reason = await runOnce(root, spec, guard, running);
      if (stopped()) return;
      if (Date.now() - startedAt > stableMs) backoffMs = firstBackoffMs;
      printLine(spec.name, `ended by itself (${reason}); starting it again in ${backoffMs} ms`);
      await delay(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
    }
  };

  return {
    start: (spec) => void run(spec),
    stop: async (deadlineMs) => {
      stopping.abort();
      const children = [...running.values()];
      for (const { child } of children) child.kill('SIGTERM');
      const all = Promise.all(children.map(({ ended }) => ended));
      const late = await Promise.race([all, delay(deadlineMs, 'late', { ref: false })]);
      if (late === 'late') {
        for (const { spec, child } of running.values()) {
          printLine(spec.name, 'does not stop and is ended by force');
          child.kill('SIGKILL');
        }
        await all;
      }
      guard.end();
    },
  };
}

/** Runs the child until it ends; returns why it did. */
async function runOnce(
  root: string,
  spec: ChildSpec,
  guard: ProcessGuard,
  running: Map<string, Running>,
): Promise<string> {
  const child = spawn(process.execPath, spec.args, {
    cwd: root,
    env: spec.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C reaches the supervisor, which ends the children in order.
    detached: process.platform !== 'win32',
  });
  const ending = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 0}`));
  });
  const { pid } = child;
  if (pid !== undefined) guard.watch(pid);
  running.set(spec.name, { spec, child, ended: ending.then(() => undefined) });
  eachLine(child.stdout, (line) => printLine(spec.name, readable(line)));
  eachLine(child.stderr, (line) => printLine(spec.name, readable(line)));
  const reason = await ending;
  running.delete(spec.name);
  if (pid !== undefined) guard.unwatch(pid);
  return reason;
}
